package zonda.collector;

import java.util.LinkedHashMap;
import java.util.Map;

/// Finds the list that is equal to a new one, so that groups that ask the same share it. Remembers
/// a bounded number, the least recently found are forgotten first: then equal lists are merely not
/// shared. Owned by the shard's thread.
final class OidLists {
    private static final int MOST = 4096;

    private record Content(OidList list) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Content content && content.list.sameAs(list);
        }

        @Override
        public int hashCode() {
            return list.contentHash();
        }
    }

    private static final class Recent extends LinkedHashMap<Content, OidList> {
        Recent() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Content, OidList> eldest) {
            return size() > MOST;
        }
    }

    private final Recent recent = new Recent();

    /// The list itself, or the equal one that is known.
    OidList shared(OidList list) {
        OidList known = recent.putIfAbsent(new Content(list), list);
        return known == null ? list : known;
    }
}
