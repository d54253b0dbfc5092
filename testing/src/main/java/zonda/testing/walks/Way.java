package zonda.testing.walks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import zonda.devices.farm.Users;

/// A way to walk.
///
/// @param version of SNMP, as `-v` takes it
/// @param repetitions of GETBULK; 0 for GETNEXT
/// @param auth as `-a` takes it; empty where version 3 is not spoken
/// @param priv as `-x` takes it
record Way(String version, int repetitions, String auth, String priv) {
    /// Each version, GETNEXT and GETBULK, several repetitions.
    static final List<Way> ALL = List.of(
            new Way("2c", 10, "", ""),
            new Way("2c", 3, "", ""),
            new Way("2c", 47, "", ""),
            new Way("3", 25, "SHA-256", "AES"),
            new Way("1", 0, "", ""));

    boolean isBulk() {
        return repetitions > 0;
    }

    /// What both commands are told.
    List<String> arguments(String target) {
        return arguments("compare", target);
    }

    /// @param community of versions 1 and 2c
    List<String> arguments(String community, String target) {
        List<String> arguments = new ArrayList<>(List.of("-v", version, "-m", "", "-On", "-Cc", "-t", "20", "-r", "3"));
        if (version.equals("3")) {
            String user =
                    auth.replace("-", "").toLowerCase(Locale.ROOT) + "-" + (priv.equals("AES") ? "aes128" : "des");
            arguments.addAll(List.of("-l", "authPriv", "-u", user, "-a", auth, "-x", priv));
            arguments.addAll(List.of("-A", Users.USUAL_PASSPHRASE, "-X", Users.USUAL_PASSPHRASE));
        } else {
            arguments.addAll(List.of("-c", community));
        }
        if (isBulk()) {
            arguments.add("-Cr" + repetitions);
        }
        arguments.addAll(List.of(target, ".1"));
        return arguments;
    }

    @Override
    public String toString() {
        return "v" + version + (isBulk() ? " GETBULK by " + repetitions : " GETNEXT");
    }
}
