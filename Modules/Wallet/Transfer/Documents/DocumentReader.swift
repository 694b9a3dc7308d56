package import TenonCore

/// Asks for the password of a file; the number of earlier attempts tells whether one was wrong.
package typealias PasswordAsking =
    @Sendable (_ fileName: String, _ attempts: Int) async -> SecretText?

/// Reads files that have no lines, of whatever program.
struct DocumentReader {
    /// The kinds of files without lines.
    enum Kind {
        case keePass
        case archive
        case json

        /// Recognises a file by its first bytes; `nil` for text with lines.
        init?(_ start: UnsafeRawBufferPointer) {
            if KeePassReader.recognizes(start) {
                self = .keePass
            } else if OnePasswordReader.recognizes(start) {
                self = .archive
            } else if let first = start.first(where: { !Self.passedOver.contains($0) }),
                first == UInt8(ascii: "{")
            {
                self = .json
            } else {
                return nil
            }
        }

        /// White space and the parts of a byte order mark.
        private static let passedOver: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    }

    private static let attempts = 3

    let tools: DocumentTools
    let askPassword: PasswordAsking

    /// Reads a file that is in memory.
    ///
    /// - Throws: ``TransferError``; `CancellationError` when the password was not given.
    func read(_ kind: Kind, _ bytes: SecretText, name: String) async throws -> ImportedDocument {
        switch kind {
        case .archive:
            return try OnePasswordReader(archives: tools.archives).read(bytes)
        case .json:
            let document = try json(bytes)
            guard BitwardenReader.needsPassword(document) else {
                return try BitwardenReader.read(document)
            }
            return try await withPassword(of: name) { password in
                let opened = try BitwardenDecryption(document, password: password).open(document)
                return try BitwardenReader.read(try json(opened.text))
            }
        case .keePass:
            return try await withPassword(of: name) { password in
                let document = try bytes.withBytes {
                    try KeePassReader(tools: tools).read($0, password: password)
                }
                var result = ImportedDocument(format: .keePass)
                let reader = KeePassItem(xml: tools.xml)
                for entry in document.entries {
                    guard !entry.isInBin else {
                        result.add(.inTrash, title: entry["Title"]?.reveal() ?? "")
                        continue
                    }
                    result.add(reader.item(entry))
                    if entry.attachmentCount > 0 { result.addAttachments(entry.attachmentCount) }
                }
                return result
            }
        }
    }

    private func json(_ bytes: SecretText) throws -> JSONValue {
        do {
            return try JSONReader.read(bytes)
        } catch let error as JSONReader.Malformed {
            throw TransferError.malformed(line: error.line)
        }
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
