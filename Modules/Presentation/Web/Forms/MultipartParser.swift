import TenonCore
import TenonMemory

/// Reads `multipart/form-data` (RFC 7578) piece by piece, as strictly as browsers write it.
///
/// Nothing may stand before the first delimiter, every part needs a quoted name, and no other
/// headers than `Content-Disposition` and `Content-Type` are known. The bytes may be cut anywhere.
package struct MultipartParser {
    /// More parts than any form of ours has.
    static let maximumParts = 2_000
    /// The bytes of the headers of one part.
    static let maximumHeaderBytes = 8 * 1024

    private enum State {
        case start
        case afterDelimiter
        case headers
        case content
        case end
    }

    private let opening: [UInt8]
    private let delimiter: [UInt8]
    private var state = State.start
    private var pending: [UInt8] = []
    private var content: [UInt8] = []
    private var disposition: MultipartDisposition?
    private var form = FormData()

    /// Makes a parser for a boundary.
    package init(boundary: String) {
        opening = Array("--\(boundary)".utf8)
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Takes the next bytes.
    ///
    /// - Throws: ``FormProblem`` as soon as the bytes cannot be a form.
    package mutating func append(_ bytes: some Collection<UInt8>) throws(FormProblem) {
        pending.append(contentsOf: bytes)
        while try step() {}
    }

    /// The form, when all bytes have been taken.
    ///
    /// - Throws: ``FormProblem`` when the last delimiter is missing.
    package func finish() throws(FormProblem) -> FormData {
        guard case .end = state else { throw FormProblem(reason: "no last delimiter") }
        return form
    }

    /// Overwrites what has not become part of the form.
    mutating func wipe() {
        pending.wipe()
        content.wipe()
    }

    /// Goes on as far as the bytes allow; `false` when more are needed.
    private mutating func step() throws(FormProblem) -> Bool {
        switch state {
        case .start:
            guard pending.count >= opening.count else { return false }
            guard pending.starts(with: opening) else {
                throw FormProblem(reason: "something before the first delimiter")
            }
            drop(opening.count)
            state = .afterDelimiter
        case .afterDelimiter:
            guard pending.count >= 2 else { return false }
            switch (pending[0], pending[1]) {
            case (UInt8(ascii: "\r"), UInt8(ascii: "\n")): state = .headers
            case (UInt8(ascii: "-"), UInt8(ascii: "-")): state = .end
            default: throw FormProblem(reason: "a delimiter that goes on")
            }
            drop(2)
        case .headers:
            guard try readHeaders() else { return false }
        case .content:
            return try readContent()
        case .end:
            guard Array("\r\n".utf8).starts(with: pending) else {
                throw FormProblem(reason: "something after the last delimiter")
            }
            return false
        }
        return true
    }

    private mutating func readHeaders() throws(FormProblem) -> Bool {
        guard let end = pending.firstIndex(of: Array("\r\n\r\n".utf8)) else {
            guard pending.count <= Self.maximumHeaderBytes else {
                throw FormProblem(reason: "too long headers of a part")
            }
            return false
        }
        guard end <= Self.maximumHeaderBytes else {
            throw FormProblem(reason: "too long headers of a part")
        }
        guard form.entries.count < Self.maximumParts else { throw FormProblem.tooManyEntries }
        guard let text = String(validating: pending[..<end], as: UTF8.self) else {
            throw FormProblem.notText
        }
        disposition = try MultipartDisposition(headers: text)
        drop(end + 4)
        state = .content
        return true
    }

    private mutating func readContent() throws(FormProblem) -> Bool {
        guard let end = pending.firstIndex(of: delimiter) else {
            // The last bytes may be the beginning of a delimiter.
            let certain = pending.count - (delimiter.count - 1)
            if certain > 0 {
                content.append(contentsOf: pending[..<certain])
                drop(certain)
            }
            return false
        }
        content.append(contentsOf: pending[..<end])
        drop(end + delimiter.count)
        guard let disposition else { throw FormProblem(reason: "a part without a name") }
        if disposition.fileName == nil, !content.isUTF8 { throw FormProblem.notText }
        form.entries.append(
            FormData.Entry(
                name: disposition.name, fileName: disposition.fileName,
                value: SecretText(utf8: content)))
        content.wipe()
        content.removeAll(keepingCapacity: true)
        state = .afterDelimiter
        return true
    }

    /// Removes bytes at the front, and wipes where they were.
    private mutating func drop(_ count: Int) {
        var rest = Array(pending[count...])
        swap(&rest, &pending)
        rest.wipe()
    }
}
