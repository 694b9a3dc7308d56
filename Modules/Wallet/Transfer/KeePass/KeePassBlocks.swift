import TenonMemory
import TenonSecurity

/// The blocks that the encrypted content of a file is cut into.
enum KeePassBlocks {
    /// Verifies all blocks of version 4 and joins them; nothing is returned unless all are right.
    ///
    /// - Throws: ``TransferError`` when a block was changed or the last one is missing.
    static func join(_ bytes: UnsafeRawBufferPointer, keys: KeePassKeys) throws -> SecretBuffer {
        let result = SecretBuffer(capacity: bytes.count + 1)
        var cursor = ByteCursor(bytes)
        do {
            for index in UInt64(0)... {
                let code = Array(try cursor.take(32))
                let start = cursor.position
                let count = Int(try cursor.number(UInt32.self))
                guard count <= Int(Int32.max) else { throw TransferError.keePassDamaged }
                let data = try cursor.take(count)
                // The length stands right before the data, the number nowhere: so the message is
                // put together.
                let message = SecretBuffer(capacity: count + 12)
                message.append(index.littleEndianBytes)
                message.append(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 4]))
                message.append(data)
                let authentication = keys.authentication(block: index)
                guard message.withBytes({ authentication.isValid(code: code, for: $0) }) else {
                    throw TransferError.keePassDamaged
                }
                guard count > 0 else { return result }
                result.append(data)
            }
        } catch is ByteCursor.EndOfBytes {
            throw TransferError.keePassDamaged
        }
        return result
    }

    /// Cuts bytes into blocks of version 4, and ends them with an empty one.
    static func cut(
        _ bytes: UnsafeRawBufferPointer, keys: KeePassKeys, to result: SecretBuffer
    ) {
        var rest = bytes
        for index in UInt64(0)... {
            let data = UnsafeRawBufferPointer(rebasing: rest.prefix(KeePassFormat.blockSize))
            let message = SecretBuffer(capacity: data.count + 12)
            message.append(index.littleEndianBytes)
            message.append(UInt32(data.count).littleEndianBytes)
            message.append(data)
            let authentication = keys.authentication(block: index)
            result.append(message.withBytes { authentication.authenticationCode(for: $0) })
            result.append(UInt32(data.count).littleEndianBytes)
            result.append(data)
            guard !data.isEmpty else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(data.count))
        }
    }

    /// Checks the hashes of all blocks of version 3 and joins them.
    ///
    /// - Throws: ``TransferError`` when a block is damaged or the last one is missing.
    static func joinHashed(_ bytes: UnsafeRawBufferPointer) throws -> SecretBuffer {
        let result = SecretBuffer(capacity: bytes.count + 1)
        var cursor = ByteCursor(bytes)
        do {
            for index in UInt32(0)... {
                guard try cursor.number(UInt32.self) == index else {
                    throw TransferError.keePassDamaged
                }
                let hash = Array(try cursor.take(32))
                let count = Int(try cursor.number(UInt32.self))
                guard count > 0 else {
                    guard hash.allSatisfy({ $0 == 0 }) else { throw TransferError.keePassDamaged }
                    return result
                }
                let data = try cursor.take(count)
                guard SecretHash.sha256(of: data) == hash else {
                    throw TransferError.keePassDamaged
                }
                result.append(data)
            }
        } catch is ByteCursor.EndOfBytes {
            throw TransferError.keePassDamaged
        }
        return result
    }
}
