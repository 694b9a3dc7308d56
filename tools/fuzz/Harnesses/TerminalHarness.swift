import TenonCore
import TenonUI

@testable import TenonTerminal  // Other modules see the front end only.

/// However the bytes of a terminal are cut, the same events come of them, and nothing waits for ever.
func checkTerminal(_ bytes: UnsafeRawBufferPointer) {
    var whole = InputDecoder()
    let all = whole.decode(bytes) + whole.flush()
    var pieces = InputDecoder()
    var events: [InputEvent] = []
    for byte in bytes {
        events += withUnsafeBytes(of: byte) { pieces.decode($0) }
    }
    events += pieces.flush()
    precondition(all == events)
    precondition(all.count <= bytes.count)
    precondition(!whole.isWaiting && whole.flush().isEmpty)
}
