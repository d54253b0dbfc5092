import { useCallback, useEffect, useRef, useState } from 'react';
import { inWords } from '../api/client';

export interface Loaded<T> {
  data: T | undefined;
  /** What went wrong last, in words; data of before stays. */
  error: string | undefined;
  loading: boolean;
  reload: () => void;
}

/**
 * Loads something, again whenever `key` changes and every `everyMs` (0: never). Answers that come
 * late are dropped, and the data of before stays on screen meanwhile.
 */
export function useLoad<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key: string,
  everyMs = 0,
): Loaded<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<string>();
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      setLoading(true);
      try {
        const answer = await latest.current(abort.signal);
        if (!abort.signal.aborted) {
          setData(answer);
          setError(undefined);
        }
      } catch (failure) {
        if (!abort.signal.aborted) {
          setError(inWords(failure));
        }
      }
      if (!abort.signal.aborted) {
        setLoading(false);
        if (everyMs > 0) {
          timer = setTimeout(() => void run(), everyMs);
        }
      }
    };
    void run();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [key, everyMs, turn]);

  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { data, error, loading, reload };
}
