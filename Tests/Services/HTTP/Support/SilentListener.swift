import NIOCore
import NIOPosix

/// Accepts connections on loopback and never says a word.
enum SilentListener {
    /// Lends the port of a new one.
    ///
    /// - Parameter reads: Whether it takes what it is sent.
    static func run(
        reads: Bool = true, _ body: (_ port: Int) async throws -> Void
    ) async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: reads)
        // What is not read stays with the sender: without a size, the kernel takes some 32 MiB.
        if !reads {
            _ = bootstrap.serverChannelOption(.socketOption(.so_rcvbuf), value: 1 << 16)
        }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(channel.localAddress?.port ?? 0)
            try await channel.close()
        } catch {
            try? await channel.close()
            throw error
        }
    }
}
