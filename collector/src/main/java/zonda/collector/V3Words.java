package zonda.collector;

import zonda.protocol.snmp.UsmPeer;
import zonda.protocol.snmp.UsmUser;

/// Why a device does not answer in version 3, in words for people.
final class V3Words {
    private V3Words() {}

    static String of(UsmPeer.Verdict verdict, UsmUser user) {
        return switch (verdict) {
            case UNKNOWN_USER -> "unknown user: the device has no SNMPv3 user '" + user.name() + "'";
            case WRONG_PASSWORD ->
                "wrong password: the device does not accept the signature of SNMPv3 user '" + user.name()
                        + "'; its authentication passphrase or protocol (here " + user.auth() + ") is another";
            case UNSUPPORTED_LEVEL ->
                "unsupported security level: the device does not allow " + user.level() + " to SNMPv3 user '"
                        + user.name() + "'";
            case DECRYPTION_ERROR ->
                "decryption error: the privacy passphrase or protocol (here " + user.priv() + ") of SNMPv3 user '"
                        + user.name() + "' is another on the device";
            case AGAIN -> "not in time window: the device refuses the time that it told itself";
            case UNKNOWN_CONTEXT -> "unknown context: the device does not know the SNMPv3 context that is asked for";
            case REFUSED -> "the device refuses the SNMPv3 message without saying why";
            case ANSWER, IGNORED -> "no authentic answer";
        };
    }

    /// See [UsmPeer#suspectsPrivacy].
    static String silentToEncryption(UsmUser user) {
        return "decryption error, it seems: the device answers, but no encrypted request; the privacy passphrase or"
                + " protocol (here " + user.priv() + ") of SNMPv3 user '" + user.name() + "' may be another there";
    }
}
