package zonda.server;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import zonda.history.StoreTools;
import zonda.runtime.WallClock;

/// `zonda store compact`: merges blocks.
@Command(
        name = "compact",
        mixinStandardHelpOptions = true,
        description = {
            "Merges the blocks of each day that can be merged, as a running server does in the background, whether"
                    + " it is worth it or not. A damaged block that is merged is set aside, with what cannot be read"
                    + " told; all that can be read stays. Nothing is dropped for its age. May be interrupted.",
            "Exit status: 0 done, 1 done and something is damaged, 2 the folder cannot be read or written."
        })
final class StoreCompactCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DATA", description = "The data folder; its server must not run")
    private Path data = Path.of("data");

    @Option(names = "--json", description = "One line of JSON instead of words")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        return StoreFolder.with(data, "zonda store compact", err, folder -> {
            List<String> faults = new ArrayList<>();
            StoreTools.Compacted done;
            long now = WallClock.system(java.time.ZoneOffset.UTC).epochNanos();
            try (ProgressBar bar = ProgressBar.onTerminal(err, "merging")) {
                done = StoreTools.compact(folder.disk(), now, faults::add, bar);
            }
            faults.forEach(fault -> err.println("DAMAGED: " + fault));
            if (json) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("blocks_before", done.blocksBefore());
                fields.put("bytes_before", done.bytesBefore());
                fields.put("blocks_after", done.blocksAfter());
                fields.put("bytes_after", done.bytesAfter());
                fields.put("faults", faults);
                out.println(JsonMapper.builder().build().writeValueAsString(fields));
            } else {
                out.println(done.blocksBefore() + " blocks, " + ProgressBar.size(done.bytesBefore()) + ", are now "
                        + done.blocksAfter() + ", " + ProgressBar.size(done.bytesAfter()));
            }
            out.flush();
            return faults.isEmpty() ? 0 : 1;
        });
    }
}
