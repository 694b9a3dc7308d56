/// What booting found and did, for `--modules` and graphs.
public struct BootReport: Sendable, Codable, Equatable {
    /// One plugin.
    public struct PluginEntry: Sendable, Codable, Equatable {
        /// The name in its manifest.
        public let name: String
        /// Its version.
        public let version: String
        /// What it does.
        public let summary: String
        /// The ports that it fills.
        public let provides: [String]
        /// The collections that it contributes to.
        public let contributes: [String]
        /// The ports that it asks for.
        public let requires: [String]
        /// How long its factories took at boot, in microseconds.
        public let bootMicroseconds: Int64
    }

    /// One port.
    public struct PortEntry: Sendable, Codable, Equatable {
        /// The name of the port.
        public let name: String
        /// How many providers it takes.
        public let kind: PortKind
        /// The plugins that fill it or contribute to it, in their order.
        public let providers: [String]
        /// The plugins that require it.
        public let requiredBy: [String]
    }

    /// The application.
    public let application: ApplicationInfo
    /// The plugins, by name.
    public let plugins: [PluginEntry]
    /// The ports, by name.
    public let ports: [PortEntry]
    /// How long boot took in all, in microseconds.
    public let bootMicroseconds: Int64
}

extension BootReport {
    /// The report as text for people, 80 columns wide where names allow.
    public var text: String {
        var lines = ["\(application.name) \(application.version) (\(application.executable))", ""]
        lines.append("Plugins")
        for plugin in plugins {
            lines.append("  \(plugin.name) \(plugin.version): \(plugin.summary)")
            lines += Self.row("provides", plugin.provides)
            lines += Self.row("contributes to", plugin.contributes)
            lines += Self.row("requires", plugin.requires)
            lines.append("    boot time: \(plugin.bootMicroseconds) µs")
        }
        lines += ["", "Ports"]
        for port in ports {
            let providers = port.providers.isEmpty ? "–" : port.providers.joined(separator: ", ")
            lines.append("  \(port.name) (\(port.kind.rawValue)): \(providers)")
        }
        lines += ["", "Booted in \(bootMicroseconds) µs."]
        return lines.joined(separator: "\n")
    }

    /// The graph in the language of Graphviz: plugins are boxes, ports are ellipses.
    public var dot: String {
        var lines = [
            "digraph \"\(application.executable)\" {", "  rankdir=LR;",
            "  node [fontname=\"sans-serif\", fontsize=10];",
        ]
        for plugin in plugins {
            lines.append("  \"\(plugin.name)\" [shape=box, style=filled, fillcolor=\"#e8f0ef\"];")
        }
        for port in ports {
            let shape = port.kind == .collection ? "folder" : "ellipse"
            lines.append("  \"port \(port.name)\" [label=\"\(port.name)\", shape=\(shape)];")
            for provider in port.providers {
                lines.append("  \"\(provider)\" -> \"port \(port.name)\";")
            }
            for plugin in port.requiredBy {
                lines.append("  \"port \(port.name)\" -> \"\(plugin)\" [style=dashed];")
            }
        }
        lines.append("}")
        return lines.joined(separator: "\n")
    }

    private static func row(_ title: String, _ names: [String]) -> [String] {
        names.isEmpty ? [] : ["    \(title): \(names.joined(separator: ", "))"]
    }
}
