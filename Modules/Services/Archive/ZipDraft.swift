import CArchive
import TenonCore
import TenonMemory

/// An archive in the zip format while libzip puts it together in memory.
final class ZipDraft {
    /// Where the library writes to; it is kept beyond the archive, so that it can be read.
    private let target: OpaquePointer
    private var handle: OpaquePointer?
    /// The library reads the contents when it writes the archive.
    private var contents: [SecretText] = []

    init() throws {
        guard let target = zip_source_buffer_create(nil, 0, 0, nil) else {
            throw ArchiveError.failure
        }
        zip_source_keep(target)
        guard let handle = zip_open_from_source(target, ZIP_TRUNCATE, nil) else {
            zip_source_free(target)
            zip_source_free(target)
            throw ArchiveError.failure
        }
        self.target = target
        self.handle = handle
    }

    deinit {
        if let handle { zip_discard(handle) }
        zip_source_free(target)
    }

    /// Adds a file.
    func add(_ path: String, _ content: SecretText) throws {
        guard ZipArchive.isInside(path) else { throw ArchiveError.badPath }
        contents.append(content)
        // The pointer stays valid as long as the text, which this object holds.
        let source = content.withBytes {
            zip_source_buffer(handle, $0.baseAddress, UInt64($0.count), 0)
        }
        guard let source else { throw ArchiveError.failure }
        guard zip_file_add(handle, path, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
            zip_source_free(source)
            let isThere = zip_error_code_zip(zip_get_error(handle)) == ZIP_ER_EXISTS
            throw isThere ? ArchiveError.badPath : ArchiveError.failure
        }
    }

    /// Writes the archive and returns its bytes.
    func finished() throws -> SecretText {
        guard let handle, zip_close(handle) == 0 else { throw ArchiveError.failure }
        self.handle = nil
        contents = []
        var status = zip_stat_t()
        guard zip_source_stat(target, &status) == 0, let size = Int(exactly: status.size),
            zip_source_open(target) == 0
        else { throw ArchiveError.failure }
        defer { zip_source_close(target) }
        return try withWipedMemory(max(1, size)) { memory in
            var count = 0
            while count < size {
                let read = zip_source_read(
                    target, memory.baseAddress.map { $0 + count }, UInt64(size - count))
                guard read > 0 else { throw ArchiveError.failure }
                count += Int(read)
            }
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        }
    }
}
