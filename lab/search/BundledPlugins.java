package org.elasticsearch.plugins;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.elasticsearch.env.Environment;

/**
 * Plugins from the class path instead of from a folder of the installation.
 *
 * It lies in the product's package because the record of a loaded plugin is package-private.
 */
public final class BundledPlugins extends PluginsService {

    private final List<LoadedPlugin> bundled;

    public BundledPlugins(Environment environment, List<Class<? extends Plugin>> classes) {
        super(environment.settings(), environment.configDir(), PluginsLoader.createPluginsLoader(Set.of(), Set.of(), Map.of(), false));
        bundled = classes.stream().map(plugin -> load(environment, plugin)).toList();
    }

    private LoadedPlugin load(Environment environment, Class<? extends Plugin> plugin) {
        String name = plugin.getName();
        PluginDescriptor descriptor = new PluginDescriptor(name, "", "", "", "17", name, null, List.of(), false, false, false, false);
        return new LoadedPlugin(descriptor, loadPlugin(plugin, environment.settings(), environment.configDir()), plugin.getClassLoader());
    }

    @Override
    protected List<LoadedPlugin> plugins() {
        return bundled;
    }

    /** Asked once: the plugins share one class path, and each would give the same providers again. */
    @Override
    public <T> List<? extends T> loadServiceProviders(Class<T> service) {
        return ServiceLoader.load(service).stream().map(ServiceLoader.Provider::get).toList();
    }
}
