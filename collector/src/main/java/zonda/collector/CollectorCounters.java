package zonda.collector;

import zonda.runtime.Counter;

/// What a shard's collector has done since its start. Any thread may read.
///
/// Every item that becomes due is counted in `scheduled` or `dueWhileUnavailable`; one in
/// `scheduled` ends in `achieved`, `skipped` or `givenUp`, or is still on its way.
///
/// @param scheduled values that became due on interfaces not known to be unavailable
/// @param achieved values that were answered, as a number, as bytes, or as "there is none"
/// @param late achieved ones that were answered more than a second after they were due
/// @param skipped values of slots that passed while the run of the slot before was not over
/// @param givenUp values of rounds that ended because the device fell silent
/// @param dueWhileUnavailable values that became due on interfaces known to be unavailable
/// @param notSupported achieved ones that were answered as "there is none", with a reason
/// @param requests datagrams sent, retries included
/// @param retries of them, those that repeated an unanswered request
/// @param responses answers to requests in flight
/// @param timeouts tries that were not answered in time
/// @param malformed datagrams that are not SNMP responses
/// @param strays responses from another address or port than the one asked, or of another version
/// @param unknownIds responses to no request in flight: late or duplicate
/// @param otherOids answers that were taken although they name another OID than the one asked
/// @param loopingWalks walks that were ended because the device's names went in circles: the rows
///     so far are their values
/// @param shrinks times that the size of an interface's requests was made smaller
/// @param sendFaults datagrams that could not be sent
/// @param clockSteps steps of the wall clock that were seen
/// @param inFlight requests waiting for an answer now
/// @param unavailable interfaces that do not answer now
/// @param interfaces known now
/// @param items known now
public record CollectorCounters(
        Counter scheduled,
        Counter achieved,
        Counter late,
        Counter skipped,
        Counter givenUp,
        Counter dueWhileUnavailable,
        Counter notSupported,
        Counter requests,
        Counter retries,
        Counter responses,
        Counter timeouts,
        Counter malformed,
        Counter strays,
        Counter unknownIds,
        Counter otherOids,
        Counter loopingWalks,
        Counter shrinks,
        Counter sendFaults,
        Counter clockSteps,
        Counter inFlight,
        Counter unavailable,
        Counter interfaces,
        Counter items) {
    CollectorCounters() {
        this(
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter());
    }
}
