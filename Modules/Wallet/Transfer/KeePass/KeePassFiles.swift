import TenonCore
import TenonMemory
import WalletVault

/// The contents of files that a KeePass document has, while it is read.
///
/// Version 4 numbers them before the document, version 3 in `Meta/Binaries`; the oldest versions and
/// some exports have them in the entry itself.
struct KeePassFiles {
    private let gzip: (any GzipCoding)?
    private var contents: [String: FoundFile]
    /// How many bytes may still be expanded.
    private var room = 512 << 20
    /// The element that is being read.
    private var attributes: [String: String] = [:]

    /// Begins with what stands before the document.
    init(_ files: [FoundFile], gzip: (any GzipCoding)?) {
        self.gzip = gzip
        contents = Dictionary(
            uniqueKeysWithValues: files.enumerated().map { ("\($0)", $1) })
    }

    /// Notes the attributes of an element that may have a content, or refer to one.
    mutating func begin(_ attributes: [String: String]) { self.attributes = attributes }

    /// Keeps the content of the present element under its number.
    mutating func keep(_ text: UnsafeRawBufferPointer, isBase64: Bool) {
        guard let number = attributes["ID"] else { return }
        contents[number] = content(text, isBase64)
    }

    /// The content that the present element has or refers to.
    mutating func found(_ text: UnsafeRawBufferPointer, isBase64: Bool) -> FoundFile {
        guard let number = attributes["Ref"] else { return content(text, isBase64) }
        return contents[number] ?? .missing
    }

    private mutating func content(_ text: UnsafeRawBufferPointer, _ isBase64: Bool) -> FoundFile {
        guard isBase64 else { return expanded(text) }
        guard let bytes = Base64.decode(text) else { return .missing }
        return bytes.withBytes { expanded($0) }
    }

    private mutating func expanded(_ bytes: UnsafeRawBufferPointer) -> FoundFile {
        guard attributes["Compressed"]?.lowercased() == "true" else { return FoundFile(bytes) }
        guard bytes.starts(with: [0x1F, 0x8B]) else { return .missing }
        // The last four bytes say how long the content is (RFC 1952, section 2.3.1); what they say is
        // checked while it is expanded.
        let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= min(FoundFile.sizeLimit, room) else { return .tooLarge }
        let content = SecretBuffer(capacity: size + 1)
        guard let gzip,
            (try? gzip.expand(bytes, limit: size) { content.append($0) }) != nil
        else { return .missing }
        room -= size
        return content.withBytes { FoundFile($0) }
    }
}
