import CTenonCore

/// The plugins in a dynamic library that is loaded at run time.
///
/// The library declares the same ``PluginRecord`` as a module that is linked. It takes TenonCore
/// from the executable, which is linked with `--export-dynamic`, and holds no copy of its own. What
/// can be checked is checked in the file, before any code of the library runs; it then stays loaded
/// until the process ends.
struct PluginLibrary {
    /// The plugins, in link order; empty when there is a problem.
    private(set) var plugins: [any Plugin.Type] = []
    /// What is wrong with it.
    private(set) var problems: [BootProblem] = []

    /// Loads a library by its path, which is never looked up in the folders of the system.
    init(path: String) {
        let file = path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)"
        guard let library = LibraryFile(path: file) else {
            problems = [.unreadableLibrary(path)]
            return
        }
        let own = LibraryFile(path: String(cString: tenon_program_path()))?.toolchains ?? []
        problems = Self.problems(of: library, path: path, host: own)
        guard problems.isEmpty, let section = library.plugins else { return }
        var base: UInt = 0
        if let reason = tenon_library_load(file, &base) {
            problems = [.unloadableLibrary(path, reason: String(cString: reason))]
            return
        }
        let records = PluginSection(
            UnsafeRawBufferPointer(
                start: UnsafeRawPointer(bitPattern: base &+ section.address), count: section.size))
        problems = records.unknownVersions.map { .unknownRecord(version: $0, library: path) }
        if problems.isEmpty { plugins = records.plugins }
    }

    /// Everything that the file alone tells.
    static func problems(
        of library: LibraryFile, path: String, host: Set<String>
    ) -> [BootProblem] {
        var problems: [BootProblem] = []
        if library.plugins == nil { problems.append(.libraryWithoutPlugins(path)) }
        if library.hasCore { problems.append(.libraryWithCore(path)) }
        if library.toolchains.isEmpty || !library.toolchains.isSubset(of: host) {
            problems.append(
                .otherToolchain(
                    path, library: library.toolchains.sorted(), application: host.sorted()))
        }
        return problems
    }
}
