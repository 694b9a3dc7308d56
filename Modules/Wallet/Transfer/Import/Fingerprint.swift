import TenonCore
import TenonMemory
import TenonSecurity

/// What a pass remembers instead of a text or password: equal for equal parts, without meaning.
struct Fingerprint: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The fingerprint of texts that are not secrets: two SipHash codes with the process's own seed.
    ///
    /// An HMAC of them would take more time than everything else that is done with a row.
    init(_ texts: String...) {
        var hashers = (Hasher(), Hasher())
        hashers.1.combine(texts.count)
        for text in texts {
            hashers.0.combine(text)
            hashers.1.combine(text)
        }
        high = UInt64(bitPattern: Int64(hashers.0.finalize()))
        low = UInt64(bitPattern: Int64(hashers.1.finalize()))
    }

    /// The fingerprint of a file of a document, with a key that this process alone has.
    init(file bytes: UnsafeRawBufferPointer) {
        self.init(Self.fileCode.authenticationCode(for: bytes))
    }

    private static let fileCode = HMACSHA256(key: .random(count: 32))

    /// Takes half of an HMAC-SHA256.
    fileprivate init(_ code: [UInt8]) {
        (high, low) = code.withUnsafeBytes {
            (
                $0.loadUnaligned(as: UInt64.self),
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
    }
}

/// The key of the fingerprints of one import; it lives as long as the import and no longer.
struct FingerprintKey: Sendable {
    fileprivate let code = HMACSHA256(key: .random(count: 32))
}

/// Makes fingerprints of secrets: half of an HMAC-SHA256 over parts that are told apart by lengths.
final class SecretFingerprinter {
    private let key: FingerprintKey
    private let message = SecretBuffer(capacity: 512)

    init(_ key: FingerprintKey) { self.key = key }

    /// The fingerprint of two texts and a secret.
    func callAsFunction(
        _ first: String, _ second: String, _ secret: UnsafeRawBufferPointer
    ) -> Fingerprint {
        message.removeAll()
        append(first)
        append(second)
        append(secret)
        return Fingerprint(key.code.authenticationCode(for: message.bytes))
    }

    private func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: bytes.count) { message.append($0) }
        message.append(bytes)
    }
}

/// Passes bytes on and computes what all of them amount to, so that two passes can be compared.
///
/// A chain of HMAC-SHA256 over blocks of 64 KiB, each with the code of the one before it.
final class DigestingSource: ByteSource {
    private static let blockSize = 1 << 16

    /// How many bytes were read so far.
    private(set) var count = 0

    private let source: any ByteSource
    private let key: FingerprintKey
    private let block = SecretBuffer(capacity: blockSize + 32)

    init(_ source: any ByteSource, key: FingerprintKey) {
        self.source = source
        self.key = key
    }

    func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try source.read(into: memory)
        count += read
        var rest = UnsafeRawBufferPointer(rebasing: memory[..<read])
        while !rest.isEmpty {
            let part = min(rest.count, Self.blockSize + 32 - block.count)
            block.append(UnsafeRawBufferPointer(rebasing: rest[..<part]))
            rest = UnsafeRawBufferPointer(rebasing: rest[part...])
            if block.count == Self.blockSize + 32 { close() }
        }
        return read
    }

    /// The code of all that was read; meant for when everything was.
    func digest() -> Fingerprint {
        Fingerprint(key.code.authenticationCode(for: block.bytes))
    }

    private func close() {
        let code = key.code.authenticationCode(for: block.bytes)
        block.removeAll()
        code.withUnsafeBytes { block.append($0) }
    }
}
