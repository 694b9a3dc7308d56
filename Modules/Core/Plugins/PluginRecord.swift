import CTenonCore

/// The record that puts a plugin into the binary: linking the module is registering it.
///
/// The parts are the version of the record's layout, a reserved zero, and a function that stores
/// the plugin's metatype. Each module with a plugin declares exactly one:
///
/// ```swift
/// @section("tenon_plugins") @used
/// let acmeWeatherRecord: PluginRecord = (1, 0, { $0.store(AcmeWeather.self) })
/// ```
///
/// Mach-O files need the name of a segment as well, which files of ELF must not have. A module that is
/// built for macOS, too, has `@section("__DATA,tenon_plugins")` there, chosen by
/// `#if objectFormat(MachO)` around this attribute.
public typealias PluginRecord = (
    version: UInt32, reserved: UInt32, accessor: @convention(c) (UnsafeMutableRawPointer) -> Void
)

extension UnsafeMutableRawPointer {
    /// Stores the metatype of a plugin, as the function of its ``PluginRecord`` has to.
    public func store(_ plugin: any Plugin.Type) {
        initializeMemory(as: (any Plugin.Type).self, to: plugin)
    }
}

/// The plugins in a section of records.
struct PluginSection {
    /// The layout of the record that this module understands.
    static let recordVersion: UInt32 = 1

    /// The plugins, in link order.
    private(set) var plugins: [any Plugin.Type] = []
    /// The versions of the records that are not understood, and were not called.
    private(set) var unknownVersions: [UInt32] = []

    /// How many copies of this module the process has loaded; more than one is an error.
    static var copiesOfCore: Int { Int(tenon_core_copies()) }

    /// Walks the section of this binary.
    static func read() -> PluginSection {
        guard let start = tenon_plugin_section_start(), let end = tenon_plugin_section_end() else {
            return PluginSection()
        }
        return PluginSection(UnsafeRawBufferPointer(start: start, count: end - start))
    }

    /// An empty section.
    init() {}

    /// Walks the records in some bytes; zeros between records are the linker's padding.
    ///
    /// A record that is not understood ends the walk: its length is unknown, so the bytes after it
    /// must not be read as a record whose function can be called.
    init(_ bytes: UnsafeRawBufferPointer) {
        let stride = MemoryLayout<PluginRecord>.stride
        var offset = 0
        while offset + MemoryLayout<UInt32>.size <= bytes.count {
            let version = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            if version == 0 {
                offset += MemoryLayout<UInt>.size
                continue
            }
            guard version == Self.recordVersion, offset + stride <= bytes.count,
                let plugin = Self.plugin(at: offset, in: bytes)
            else {
                unknownVersions.append(version)
                return
            }
            plugins.append(plugin)
            offset += stride
        }
    }

    /// The plugin of a record; `nil` when its reserved part or its function is not valid.
    private static func plugin(
        at offset: Int, in bytes: UnsafeRawBufferPointer
    ) -> (any Plugin.Type)? {
        let record = bytes.loadUnaligned(
            fromByteOffset: offset, as: (UInt32, reserved: UInt32, accessor: UInt).self)
        guard record.reserved == 0, record.accessor != 0 else { return nil }
        return plugin(of: bytes.loadUnaligned(fromByteOffset: offset, as: PluginRecord.self))
    }

    private static func plugin(of record: PluginRecord) -> any Plugin.Type {
        withUnsafeTemporaryAllocation(of: (any Plugin.Type).self, capacity: 1) { place in
            let start = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(place.baseAddress))
            guard let start else { preconditionFailure("No memory on the stack.") }
            record.accessor(start)
            return start.load(as: (any Plugin.Type).self)
        }
    }
}
