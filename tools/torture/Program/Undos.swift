import Foundation

/// The writes that a loss of power would undo, as the shim writes them down.
struct Undos {
    private struct Write {
        let path: String
        let offset: Int
        let size: Int
        let bytes: Data
    }

    /// The newest first.
    private var writes: [Write] = []

    var isEmpty: Bool { writes.isEmpty }

    /// Reads the file of the shim.
    ///
    /// - Throws: ``Problem`` when it is missing or cut off.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Problem(message: "\(path) cannot be read.")
        }
        var rest = data[...]
        func take(_ count: Int) throws -> Data {
            guard count >= 0, count <= rest.count else {
                throw Problem(message: "\(path) is cut off.")
            }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number() throws -> Int {
            try take(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        while !rest.isEmpty {
            let path = String(decoding: try take(try number()), as: UTF8.self)
            let (offset, size) = (try number(), try number())
            writes.append(
                Write(path: path, offset: offset, size: size, bytes: try take(try number())))
        }
    }

    /// Undoes them in a copy of the folder in which they were done.
    ///
    /// A file without a name is gone in any case.
    func perform(below root: String, on copy: String) throws {
        for write in writes where write.path.hasPrefix("\(root)/") {
            let path = copy + write.path.dropFirst(root.count)
            let file = open(path, O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            let count = write.bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress, $0.count, off_t(write.offset))
            }
            guard count == write.bytes.count, ftruncate(file, off_t(write.size)) == 0 else {
                throw Problem(message: "\(path) cannot be changed.")
            }
        }
    }
}
