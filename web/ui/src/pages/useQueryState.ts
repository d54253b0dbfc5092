import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** The query of the address, and a way to change it without a new entry in the history. */
export function useQueryState(): [
  URLSearchParams,
  (changes: Record<string, string | undefined>) => void,
] {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (changes: Record<string, string | undefined>) => {
      const next = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined || value === '') {
          next.delete(key);
        } else {
          next.set(key, value);
        }
      }
      const text = next.toString();
      navigate(text === '' ? location : `${location}?${text}`, { replace: true });
    },
    [location, navigate],
  );
  return [query, change];
}
