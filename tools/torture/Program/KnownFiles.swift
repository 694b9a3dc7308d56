import Foundation
import Synchronization

/// What is in files that were read before: most backups are the same in all trials.
final class KnownFiles: Sendable {
    private let texts = Mutex<[[Data?]: String]>([:])

    func text(of bytes: [Data?]) -> String? { texts.withLock { $0[bytes] } }

    func note(_ text: String, of bytes: [Data?]) { texts.withLock { $0[bytes] = text } }
}
