import CTenonCore

/// What the file of a dynamic library says about itself, read without running any of its code.
///
/// The layout is that of ELF-64 with the lowest byte first (System V ABI, chapters 4 and 5). Every
/// offset comes from the file and is checked before it is followed.
struct LibraryFile: Sendable, Equatable {
    /// One section of the file.
    struct Section: Sendable, Equatable {
        /// Where it is in memory, before the library is moved to where it is loaded.
        let address: UInt
        /// How many bytes it has.
        let size: Int
    }

    /// Where the plugin records are; `nil` when there are none.
    private(set) var plugins: Section?
    /// Whether it holds a copy of TenonCore of its own.
    private(set) var hasCore = false
    /// The Swift toolchains that built it, each with its revision; empty when it does not say.
    private(set) var toolchains: Set<String> = []

    /// Reads a file; `nil` when it is missing or not such a library.
    init?(path: String) {
        var size = 0
        guard let start = tenon_file_map(path, &size) else { return nil }
        defer { tenon_file_unmap(start, size) }
        self.init(UnsafeRawBufferPointer(start: start, count: size))
    }

    /// Reads the bytes of a file; `nil` when they are not such a library.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
            let start = Self.number(UInt64.self, at: 0x28, in: bytes),
            let stride = Self.number(UInt16.self, at: 0x3A, in: bytes),
            let count = Self.number(UInt16.self, at: 0x3C, in: bytes),
            let names = Self.number(UInt16.self, at: 0x3E, in: bytes),
            names < count
        else { return nil }
        func header(_ index: UInt16) -> Header? {
            Self.offset(start, plus: UInt64(index) * UInt64(stride)).flatMap { offset in
                Header(at: offset, in: bytes)
            }
        }
        guard let table = header(names).flatMap({ Self.content(of: $0, in: bytes) }) else {
            return nil
        }
        for index in 0..<count {
            guard let header = header(index) else { return nil }
            switch Self.text(at: Int(header.name), in: table) {
            case "tenon_plugins":
                guard let size = Int(exactly: header.size) else { return nil }
                plugins = Section(address: UInt(header.address), size: size)
            case ".note.tenon": hasCore = true
            case ".comment":
                guard let content = Self.content(of: header, in: bytes) else { return nil }
                toolchains = Self.toolchains(in: content)
            default: break
            }
        }
    }

    /// The header of a section.
    private struct Header {
        static let bytes = 64

        let name: UInt32
        let address: UInt64
        let offset: UInt64
        let size: UInt64

        init?(at start: Int, in bytes: UnsafeRawBufferPointer) {
            guard start <= bytes.count - Self.bytes else { return nil }
            name = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
            address = bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)
            offset = bytes.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self)
            size = bytes.loadUnaligned(fromByteOffset: start + 32, as: UInt64.self)
        }
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type, at offset: Int, in bytes: UnsafeRawBufferPointer
    ) -> Number? {
        guard offset + MemoryLayout<Number>.size <= bytes.count else { return nil }
        return bytes.loadUnaligned(fromByteOffset: offset, as: type)
    }

    private static func offset(_ start: UInt64, plus more: UInt64) -> Int? {
        let (sum, overflow) = start.addingReportingOverflow(more)
        return overflow ? nil : Int(exactly: sum)
    }

    private static func content(
        of header: Header, in bytes: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        guard let end = offset(header.offset, plus: header.size), end <= bytes.count else {
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: bytes[Int(header.offset)..<end])
    }

    /// The text from an offset to the next zero.
    private static func text(at offset: Int, in bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.dropFirst(offset).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The start-up code of every Swift image is built by the clang of its toolchain, which names
    /// the revision of its sources; other compilers that took part do not matter here.
    private static func toolchains(in bytes: UnsafeRawBufferPointer) -> Set<String> {
        let names = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return Set(
            names.filter { name in
                name.hasPrefix("clang version ")
                    && name.split(separator: "/").contains { $0 == "swiftlang" || $0 == "apple" }
            })
    }
}
