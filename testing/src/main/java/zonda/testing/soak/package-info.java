/// The soak: the server's own core in simulation, with randomly built networks and every fault that
/// the seed draws, checked at each step against slow and simple truths.
///
/// Entry: [SoakCommand] (`zonda dev soak`); [SoakTrial] runs one seed. [MonitoredWorld] draws hosts
/// and the [SimulatedDevice]s behind them, [FaultSchedule] draws what goes wrong. The checks:
/// [AnswerLedger] (no value that no device gave), [NaiveSteps] (preprocessing), [StoredTruth]
/// (nothing acknowledged lost), [PollWatch] (each slot asked once and on time), [NaiveTriggers]
/// (events). [Plant]s build a fault in, to show that the checks find it.
///
/// Invariants: the checks share no code with the rooms that they check but the model, the
/// expression
/// tree of room language and the codec of room protocol; whatever is drawn comes from the seed.
@NullMarked
package zonda.testing.soak;

import org.jspecify.annotations.NullMarked;
