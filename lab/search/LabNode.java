package org.elasticsearch.node;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.plugins.BundledPlugins;
import org.elasticsearch.plugins.GreetingPlugin;
import org.elasticsearch.plugins.PluginsLoader;
import org.elasticsearch.plugins.PluginsService;
import org.elasticsearch.transport.netty4.Netty4Plugin;

/**
 * One node of Elasticsearch in this process: {@code LabNode PORT FOLDER}. Loopback only, without security.
 *
 * It lies in the product's package because the node's construction is package-private.
 */
public final class LabNode {

    public static void main(String[] args) {
        try {
            // The loading of plugins logs, and needs a logger factory by then.
            LogConfigurator.configureESLogging();
            Environment environment = InternalSettingsPreparer.prepareEnvironment(settings(args[0], args[1]), Map.of(), null, () -> "lab");
            NodeServiceProvider services = new NodeServiceProvider() {
                @Override
                PluginsService newPluginService(Environment environment, PluginsLoader unused) {
                    return new BundledPlugins(environment, List.of(Netty4Plugin.class, GreetingPlugin.class));
                }
            };
            new Node(NodeConstruction.prepareConstruction(environment, null, services, true)).start();
            // The node's own threads do not keep the process alive; the starter ends it by a signal.
            Thread.currentThread().join();
        } catch (Throwable problem) {
            problem.printStackTrace();
            // Threads of a half-started node would keep the process alive.
            Runtime.getRuntime().halt(1);
        }
    }

    private static Settings settings(String port, String folder) {
        return Settings.builder()
            .put("path.home", folder)
            .put("network.host", "127.0.0.1")
            .put("http.port", port)
            .put("transport.port", "0")
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .put("discovery.type", "single-node")
            .put("cluster.name", "inquest-lab")
            .put("node.name", "lab")
            // A disk that is nearly full would make the indices read-only.
            .put("cluster.routing.allocation.disk.threshold_enabled", "false")
            // In a small heap the breaker that measures real memory refuses at random.
            .put("indices.breaker.total.use_real_memory", "false")
            .build();
    }
}
