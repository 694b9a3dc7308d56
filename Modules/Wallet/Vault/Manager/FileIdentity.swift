import Glibc

/// Which file a path leads to, to notice when another one takes its place.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let node: UInt64

    /// - Returns: `nil` when there is no file.
    init?(path: String) {
        var information = stat()
        guard stat(path, &information) == 0 else { return nil }
        self.init(information)
    }

    /// - Returns: `nil` when the file is not open.
    init?(_ descriptor: CInt) {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return nil }
        self.init(information)
    }

    private init(_ information: stat) {
        device = UInt64(information.st_dev)
        node = UInt64(information.st_ino)
    }
}
