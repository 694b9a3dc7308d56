import Synchronization
package import TenonCore

/// Gets the images of screens for a front end, where nobody waits, and keeps the last ones.
package final class ImageLoader: Sendable {
    /// The bytes of decoded pictures that are kept.
    private static let kept = 48 << 20

    private struct Wish: Hashable {
        let source: ImageSource
        let room: PictureSize
    }

    private struct State {
        var pictures: [Wish: Bitmap] = [:]
        /// The wishes of kept pictures, the one that was used last at the end.
        var order: [Wish] = []
        var bytes = 0
        var running: [Wish: Task<Bitmap, any Error>] = [:]
    }

    /// Decodes one picture after the other, so that a long page does not take all of the machine.
    private actor Decoding {
        func picture(
            of bytes: [UInt8], fitting room: PictureSize, by decoder: any PictureDecoding
        ) throws -> Bitmap { try decoder.picture(of: bytes, fitting: room) }
    }

    private let container: Container
    private let decoding = Decoding()
    private let state = Mutex(State())

    /// Makes a loader for the images that the ports of a container give.
    package init(_ container: Container) { self.container = container }

    /// Whether images can be decoded.
    package var canDecode: Bool { container[.pictures] != nil }

    /// The bytes of an image, which are of a format that is shown and within the limits.
    ///
    /// - Throws: `ImageError`; what the port or the feature throws; `CancellationError`.
    package func file(_ source: ImageSource) async throws -> (bytes: [UInt8], format: ImageFormat) {
        let bytes = try await bytes(of: source)
        return (bytes, try ImageHeader(bytes).format)
    }

    /// The picture of an image within a room, if it is kept.
    package func keptPicture(_ source: ImageSource, fitting room: PictureSize) -> Bitmap? {
        state.withLock { state in
            let wish = Wish(source: source, room: room)
            guard let picture = state.pictures[wish] else { return nil }
            state.order.removeAll { $0 == wish }
            state.order.append(wish)
            return picture
        }
    }

    /// The picture of an image, decoded to the largest size within a room; got once for all who ask.
    ///
    /// - Throws: As ``file(_:)``; `ImageError` for what cannot be decoded.
    package func picture(_ source: ImageSource, fitting room: PictureSize) async throws -> Bitmap {
        if let picture = keptPicture(source, fitting: room) { return picture }
        let wish = Wish(source: source, room: room)
        let task = state.withLock { state in
            if let task = state.running[wish] { return task }
            let task = Task.detached { [self] in try await load(wish) }
            state.running[wish] = task
            return task
        }
        return try await task.value
    }

    private func load(_ wish: Wish) async throws -> Bitmap {
        defer { state.withLock { $0.running[wish] = nil } }
        guard let decoder = container[.pictures] else { throw ImageError.unreadable }
        let file = try await file(wish.source)
        let picture = try await decoding.picture(of: file.bytes, fitting: wish.room, by: decoder)
        keep(picture, for: wish)
        return picture
    }

    private func keep(_ picture: Bitmap, for wish: Wish) {
        state.withLock { state in
            guard state.pictures.updateValue(picture, forKey: wish) == nil else { return }
            state.order.append(wish)
            state.bytes += picture.pixels.count
            while state.bytes > Self.kept, state.order.count > 1 {
                let oldest = state.order.removeFirst()
                state.bytes -= state.pictures.removeValue(forKey: oldest)?.pixels.count ?? 0
            }
        }
    }

    private func bytes(of source: ImageSource) async throws -> [UInt8] {
        switch source {
        case .id(let id):
            for giver in container[.ownImages] {
                if let bytes = try await giver.image(id: id) { return bytes }
            }
        case .address(let address):
            if let images = container[.images] { return try await images.image(at: address) }
        }
        throw ImageError.missing
    }
}
