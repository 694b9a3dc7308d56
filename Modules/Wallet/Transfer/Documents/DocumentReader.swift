package import TenonCore

/// Asks for the password of a file; the number of earlier attempts tells whether one was wrong.
package typealias PasswordAsking =
    @Sendable (_ fileName: String, _ attempts: Int) async -> SecretText?

/// Reads files without lines, of all programs.
struct DocumentReader {
    /// The kinds of files without lines.
    enum Kind {
        case sealed(any SealedImporting.Type)
        case archive
        case json
        case xml

        /// Recognises a file by its first bytes; `nil` for text with lines.
        init?(_ start: UnsafeRawBufferPointer) {
            if let importer = DocumentReader.sealed.first(where: { $0.recognizes(start) }) {
                self = .sealed(importer)
            } else if OnePasswordReader.recognizes(start) {
                self = .archive
            } else if let first = start.first(where: { !Self.passedOver.contains($0) }),
                first == UInt8(ascii: "{") || first == UInt8(ascii: "<")
            {
                self = first == UInt8(ascii: "{") ? .json : .xml
            } else {
                return nil
            }
        }

        /// White space and the parts of a byte order mark.
        private static let passedOver: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    }

    /// All programs whose exports are JSON, archives or XML; the more particular ones first.
    static let importers: [any DocumentImporting.Type] = [
        OnePasswordReader.self, ProtonReader.self, DashlaneArchive.self, BitwardenArchive.self,
        EnpassReader.self, KeeperReader.self, KeePassXMLReader.self,
    ]

    /// All kinds of files that are encrypted as a whole.
    static let sealed: [any SealedImporting.Type] = [KeePassReader.self, KeePass1Reader.self]

    private static let attempts = 3
    private static let archiveLimits = ArchiveLimits(
        entrySize: 512 << 20, totalSize: 4 << 30,
        // No file can be packed more densely, and a person's own may be: sizes are what is limited.
        ratio: 1_100)

    let tools: DocumentTools
    var options = ImportOptions()
    let askPassword: PasswordAsking

    /// Reads a file that is in memory.
    ///
    /// - Throws: ``TransferError``; `CancellationError` when the password was not given.
    func read(_ kind: Kind, _ bytes: SecretText, name: String) async throws -> ImportedDocument {
        switch kind {
        case .archive:
            let archive = try tools.archives.open(bytes, limits: Self.archiveLimits)
            return try read(.archive(SharedArchive(archive)))
        case .xml: return try read(.xml(bytes, root: try root(of: bytes)))
        case .json:
            let document = try DocumentContent.json(bytes)
            guard BitwardenReader.needsPassword(document) else { return try read(.json(document)) }
            return try await withPassword(of: name) { password in
                let opened = try BitwardenDecryption(document, password: password).open(document)
                return try BitwardenReader.read(try DocumentContent.json(opened.text))
            }
        case .sealed(let importer):
            let keyFile = options.keyFile
            return try await withPassword(of: name) { password in
                try bytes.withBytes {
                    try importer.read($0, FileKey(password: password, keyFile: keyFile), tools)
                }
            }
        }
    }

    /// Opens a vault of 1Password, which is a folder.
    ///
    /// - Throws: ``TransferError``; `CancellationError` when the password was not given.
    func read(_ vault: OnePasswordVault, name: String) async throws -> ImportedDocument {
        try await withPassword(of: name) { try vault.read(password: $0) }
    }

    /// Finds out whose export it is, unless a person has said it.
    private func read(_ content: DocumentContent) throws -> ImportedDocument {
        if let format = options.format, format != .bitwarden || !content.value["items"].isArray {
            guard let importer = Self.importers.first(where: { $0.format == format }),
                importer.recognizes(content)
            else { throw TransferError.notThatFormat(format) }
            return try importer.read(content, tools)
        }
        if options.format == nil,
            let importer = Self.importers.first(where: { $0.recognizes(content) })
        {
            return try importer.read(content, tools)
        }
        guard case .json(let document) = content else { throw TransferError.unknownFormat }
        return try BitwardenReader.read(document)
    }

    /// The name of the outermost element.
    private func root(of bytes: SecretText) throws -> String {
        struct Found: Error { let name: String }
        do {
            try bytes.withBytes { bytes in
                try tools.xml.read(bytes, limits: XMLLimits()) { event in
                    if case .start(let name, _) = event { throw Found(name: name) }
                }
            }
        } catch let found as Found {
            return found.name
        }
        return ""
    }

    /// Asks until the password is right, at most three times.
    private func withPassword(
        of name: String, _ body: @escaping @Sendable (SecretText) throws -> ImportedDocument
    ) async throws -> ImportedDocument {
        var attempt = 0
        while true {
            guard let password = await askPassword(name, attempt) else {
                throw attempt == 0 ? TransferError.needsPassword(name) : TransferError.wrongPassword
            }
            do {
                var document = try body(password)
                document.isEncrypted = true
                return document
            } catch let error as TransferError where error.code == .transferWrongPassword {
                attempt += 1
                guard attempt < Self.attempts else { throw error }
            }
        }
    }
}

extension JSONValue? {
    /// Whether it is a list.
    fileprivate var isArray: Bool { if case .array? = self { true } else { false } }
}
