package zonda.history.tsdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What to merge next.
///
/// Blocks as sealed hold a few minutes of all items. When there are some, they become one block a
/// day (of the time of the rows, UTC); when a day is over and late rows have had their time, its
/// blocks become one, and its trends are written. Rows that come later still are merged into the
/// day when they are enough to be worth it. Trends of days become those of months.
///
/// Where items have few values a day, what a chunk costs by itself would be much of all: when a
/// month is over, neighbouring days of it are joined while that makes chunks of not more than some
/// thousand rows. Late rows are then merged into the block that has their day.
///
/// Inputs stand in the order of the manifest, which is that of arrival: of the rows of one day
/// those of more merged blocks always came before those of less merged ones.
///
/// @param kind what is done
/// @param inputs the blocks that it takes away
record MergePlan(Kind kind, List<Block> inputs) {
    /// Kinds of merges.
    enum Kind {
        /// Sealed blocks to one block a day; or what there is of a day that is not over.
        SPLIT,
        /// The blocks of a day to one, and its trends.
        DAY,
        /// Days of few values to one block of several days of a month.
        SPAN,
        /// Trends to one block a month.
        TRENDS,
        /// One block, to see whether its rows are too old by now.
        EXPIRY
    }

    static final long DAY = 86_400_000_000_000L;
    /// So long after its end a day is expected to get late rows.
    static final long LATE = 3_600_000_000_000L;
    /// So many sealed blocks are merged at once: an hour of them at one every 5 minutes.
    static final int SEALED = 12;
    private static final int TREND_BLOCKS = 32;
    private static final int MONTH_BLOCKS = 4;
    private static final int LATE_BLOCKS = 8;
    /// Late rows are merged into their day when they are this part of it.
    private static final int WORTH = 8;
    /// Days are joined while their items have so many rows on average.
    private static final long SPAN_ROWS = 2_048;
    /// Or so many bytes, and so many rows.
    private static final long SPAN_BYTES = 256;

    private static final long SPAN_SMALL_ROWS = 16_384;

    /// @param isAll merge what can be merged, whether it is worth it or not
    static Optional<MergePlan> next(List<Block> blocks, long nowNanos, boolean isAll) {
        List<Block> sealed = new ArrayList<>();
        List<Block> dailyTrends = new ArrayList<>();
        TreeMap<Long, List<Block>> days = new TreeMap<>();
        Map<Long, List<Block>> months = new TreeMap<>();
        for (Block block : blocks) {
            boolean isTrends = block.summary().content() == Block.TRENDS;
            if (block.level() == 0) {
                (isTrends ? dailyTrends : sealed).add(block);
            } else if (isTrends) {
                months.computeIfAbsent(monthOf(block.firstNanos()), _ -> new ArrayList<>())
                        .add(block);
            } else if (block.level() == 2) {
                days.computeIfAbsent(dayOf(block.firstNanos()), _ -> new ArrayList<>())
                        .add(block);
            }
        }
        for (Block block : blocks) {
            if (block.hasValues() && block.level() == 1) {
                days.computeIfAbsent(keyOf(block, days), _ -> new ArrayList<>()).add(block);
            }
        }
        if (sealed.size() >= SEALED || (isAll && !sealed.isEmpty())) {
            return Optional.of(new MergePlan(Kind.SPLIT, sealed));
        }
        for (Map.Entry<Long, List<Block>> day : days.entrySet()) {
            boolean isOver = dayOf(day.getValue().getFirst().lastNanos()) + DAY + LATE <= nowNanos;
            if (isOver && isWorth(day.getValue(), isAll)) {
                return Optional.of(new MergePlan(Kind.DAY, day.getValue()));
            }
            List<Block> parts =
                    day.getValue().stream().filter(block -> block.level() == 1).toList();
            if (!isOver && (parts.size() >= LATE_BLOCKS || (isAll && parts.size() > 1))) {
                return Optional.of(new MergePlan(Kind.SPLIT, parts));
            }
        }
        Optional<MergePlan> span = span(days, nowNanos, isAll);
        if (span.isPresent()) {
            return span;
        }
        if (dailyTrends.size() >= TREND_BLOCKS || (isAll && dailyTrends.size() > 1)) {
            return Optional.of(new MergePlan(Kind.TRENDS, dailyTrends));
        }
        for (List<Block> month : months.values()) {
            if (month.size() >= MONTH_BLOCKS || (isAll && month.size() > 1)) {
                return Optional.of(new MergePlan(Kind.TRENDS, month));
            }
        }
        return Optional.empty();
    }

    /// The first day of the block that has all of a day, or that day.
    private static long keyOf(Block late, TreeMap<Long, List<Block>> settled) {
        long day = dayOf(late.firstNanos());
        Map.Entry<Long, List<Block>> before = settled.floorEntry(day);
        return before != null && dayOf(before.getValue().getFirst().lastNanos()) >= day ? before.getKey() : day;
    }

    /// Neighbouring days of a month that is over, for which no late rows wait.
    private static Optional<MergePlan> span(Map<Long, List<Block>> days, long nowNanos, boolean isAll) {
        List<Block> span = new ArrayList<>();
        long month = Long.MIN_VALUE;
        long rows = 0;
        long bytes = 0;
        long items = 0;
        for (List<Block> day : days.values()) {
            Block block = day.getFirst();
            long own = monthOf(block.firstNanos());
            boolean isOver = isAll || monthOf(nowNanos - DAY - LATE) != own;
            boolean isAlone = day.size() == 1 && block.level() == 2 && isOver;
            long most = Math.max(items, block.summary().entries());
            boolean joins = isAlone && own == month && isSmall(rows + block.rows(), bytes + chunkBytes(block), most);
            if (!joins) {
                if (span.size() > 1) {
                    break;
                }
                span.clear();
                rows = 0;
                bytes = 0;
                most = block.summary().entries();
            }
            if (isAlone) {
                span.add(block);
                month = own;
                rows += block.rows();
                bytes += chunkBytes(block);
                items = most;
            }
        }
        return span.size() > 1 ? Optional.of(new MergePlan(Kind.SPAN, span)) : Optional.empty();
    }

    private static long chunkBytes(Block block) {
        return block.summary().indexOffset() - Block.HEADER_BYTES;
    }

    private static boolean isSmall(long rows, long bytes, long items) {
        return rows <= items * SPAN_ROWS || (rows <= items * SPAN_SMALL_ROWS && bytes <= items * SPAN_BYTES);
    }

    /// Whether what comes of it is one block of several days.
    boolean isOfSeveralDays() {
        return kind == Kind.SPAN
                || (kind == Kind.DAY
                        && inputs.stream().anyMatch(block -> dayOf(block.firstNanos()) != dayOf(block.lastNanos())));
    }

    /// One block, to be written as it is, without what is damaged.
    static MergePlan anew(Block block) {
        Kind kind = !block.hasValues() ? Kind.TRENDS : block.level() == 2 ? Kind.DAY : Kind.SPLIT;
        return new MergePlan(kind, List.of(block));
    }

    private static boolean isWorth(List<Block> day, boolean isAll) {
        long settled = 0;
        long late = 0;
        int lateBlocks = 0;
        for (Block block : day) {
            if (block.level() == 2) {
                settled += block.bytes();
            } else {
                late += block.bytes();
                lateBlocks++;
            }
        }
        return lateBlocks > 0 && (isAll || lateBlocks >= LATE_BLOCKS || late >= settled / WORTH);
    }

    /// The start of the day, UTC, that a time is in.
    static long dayOf(long nanos) {
        return Math.floorDiv(nanos, DAY) * DAY;
    }

    /// The start of the month, UTC, that a time is in.
    static long monthOf(long nanos) {
        long days = Math.floorDiv(nanos, DAY);
        return days == Math.floorDiv(Long.MIN_VALUE, DAY)
                ? Long.MIN_VALUE
                : java.time.LocalDate.ofEpochDay(days).withDayOfMonth(1).toEpochDay() * DAY;
    }
}
