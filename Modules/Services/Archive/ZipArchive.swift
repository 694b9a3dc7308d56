import CArchive
import TenonCore
import TenonMemory

/// An archive in the zip format that libzip has opened.
final class ZipArchive: Archive {
    private(set) var entries: [ArchiveEntry] = []

    private let limits: ArchiveLimits
    /// The library reads from this memory until the archive is closed.
    private let bytes: SecretText
    private let handle: OpaquePointer
    private var indices: [String: zip_uint64_t] = [:]

    init(_ bytes: SecretText, limits: ArchiveLimits) throws {
        self.bytes = bytes
        self.limits = limits
        // The library takes empty input for an empty archive.
        guard !bytes.isEmpty else { throw ArchiveError.notAnArchive }
        // The pointer stays valid as long as the text, which this object holds.
        let source = bytes.withBytes {
            zip_source_buffer_create($0.baseAddress, UInt64($0.count), 0, nil)
        }
        guard let source else { throw ArchiveError.failure }
        guard let handle = zip_open_from_source(source, ZIP_RDONLY, nil) else {
            zip_source_free(source)
            throw ArchiveError.notAnArchive
        }
        self.handle = handle
        try readEntries()
    }

    /// Nothing was changed, so that closing cannot fail and writes nothing.
    deinit { zip_discard(handle) }

    private func readEntries() throws {
        let count = zip_get_num_entries(handle, 0)
        guard count <= limits.entries else { throw ArchiveError.tooManyEntries(limits.entries) }
        var total = 0
        for index in 0..<zip_uint64_t(max(0, count)) {
            var status = zip_stat_t()
            guard zip_stat_index(handle, index, 0, &status) == 0, let name = status.name,
                let path = String(validatingCString: name)
            else { throw ArchiveError.notAnArchive }
            guard Self.isInside(path), indices[path] == nil else { throw ArchiveError.badPath }
            guard let size = Int(exactly: status.size), size <= limits.entrySize else {
                throw ArchiveError.tooLarge(limits.entrySize)
            }
            total += size
            guard total <= limits.totalSize else { throw ArchiveError.tooLarge(limits.totalSize) }
            let packed = Int(clamping: max(1, status.comp_size))
            // Small files may be dense without harm.
            guard size <= 1 << 20 || size / packed <= limits.ratio else {
                throw ArchiveError.tooDense(limits.ratio)
            }
            indices[path] = index
            if !path.hasSuffix("/") { entries.append(ArchiveEntry(path: path, size: size)) }
        }
    }

    func contents(of path: String) throws -> SecretText {
        guard let index = indices[path], let entry = entries.first(where: { $0.path == path })
        else { throw ArchiveError.noEntry }
        guard let file = zip_fopen_index(handle, index, 0) else {
            let code = zip_error_code_zip(zip_get_error(handle))
            let isForeign =
                [ZIP_ER_ENCRNOTSUPP, ZIP_ER_COMPNOTSUPP, ZIP_ER_NOPASSWD].contains(code)
            throw isForeign ? ArchiveError.unsupported : ArchiveError.damagedEntry
        }
        defer { zip_fclose(file) }
        // One extra byte reveals a file that is larger than it declares.
        return try withWipedMemory(entry.size + 1) { memory in
            var count = 0
            while count < memory.count {
                let read = zip_fread(
                    file, memory.baseAddress.map { $0 + count }, UInt64(memory.count - count))
                // The checksum is compared when the end is reached.
                guard read >= 0 else { throw ArchiveError.damagedEntry }
                guard read > 0 else { break }
                count += Int(read)
            }
            guard count == entry.size else { throw ArchiveError.damagedEntry }
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        }
    }

    /// Whether a path stays below the folder where an archive would be unpacked.
    static func isInside(_ path: String) -> Bool {
        guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(UInt8(ascii: "\\")) else {
            return false
        }
        let isDrive = path.utf8.dropFirst().first == UInt8(ascii: ":")
        return !isDrive && !path.split(separator: "/").contains("..")
    }
}
