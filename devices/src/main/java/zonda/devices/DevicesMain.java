package zonda.devices;

import picocli.CommandLine;

/// The simulated network as a program of its own: `zonda devices`.
public final class DevicesMain {
    private DevicesMain() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new DevicesCommand()).execute(arguments));
    }
}
