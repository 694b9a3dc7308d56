/// What can be wrong with a dynamic library that holds plugins.
extension BootProblem {
    static func unreadableLibrary(_ path: String) -> BootProblem {
        BootProblem(
            "There is no dynamic library at \(path), or it cannot be read.",
            remedy: "Give the path of a library of plugins (ELF, 64 bits).")
    }

    static func libraryWithoutPlugins(_ path: String) -> BootProblem {
        BootProblem(
            "The library \(path) holds no plugin record.",
            remedy: "Declare a PluginRecord in it, or load another library.")
    }

    static func libraryWithCore(_ path: String) -> BootProblem {
        BootProblem(
            "The library \(path) holds a copy of TenonCore of its own.",
            remedy: """
                Leave TenonCore out of the library: it takes that of the executable, which is linked \
                with --export-dynamic.
                """)
    }

    static func otherToolchain(
        _ path: String, library: [String], application: [String]
    ) -> BootProblem {
        let unknown: Sentence = "unknown"
        func list(_ names: [String]) -> Sentence {
            names.isEmpty ? unknown : Sentence(verbatim: names.joined(separator: ", "))
        }
        return BootProblem(
            "The library \(path) was not built by the compiler of this application.",
            details: ["Library: \(list(library)).", "Application: \(list(application))."],
            remedy: "Build both with the same version of Swift, and keep the section .comment.")
    }

    static func unloadableLibrary(_ path: String, reason: String) -> BootProblem {
        BootProblem(
            "The library \(path) cannot be loaded: \(reason).",
            remedy: """
                Build it against the TenonCore of this application, and link the executable with \
                --export-dynamic.
                """)
    }

    static func unknownRecord(version: UInt32, library path: String) -> BootProblem {
        BootProblem(
            """
            The library \(path) holds a plugin record of version \(version); this TenonCore \
            understands version \(PluginSection.recordVersion).
            """, remedy: "Build the library with the same version of Tenon.")
    }
}
