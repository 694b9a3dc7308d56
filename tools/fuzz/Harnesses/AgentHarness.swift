import Glibc
import TenonCore
import WalletVault

@testable import WalletAgentLink  // The encoding is internal.
@testable import WalletAgentMessages  // The encoding is internal.

/// What another process sends is a frame of its length, or the end; nothing waits for what is missing.
func checkFrames(_ bytes: UnsafeRawBufferPointer) {
    var ends: [Int32] = [-1, -1]
    guard bytes.count < 65_536,
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0
    else { return }
    write(ends[0], bytes.baseAddress, bytes.count)
    close(ends[0])
    let socket = FrameSocket(ends[1])
    var rest = bytes.count
    while let frame = try? socket.receive(upTo: 1 << 16, startingWithin: 1000) {
        rest -= frame.count + 4
        precondition(rest >= 0)
        _ = try? frame.read { (reader) throws(LinkError) in
            _ = try reader.byte()
            _ = try reader.text()
            _ = try reader.number()
            _ = try reader.block()
        }
    }
}

/// Values that are read are written and read to the same; the first byte says which.
func checkWire(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch first % 12 {
    case 0: check(Item.self, rest)
    case 1: check(ItemOverview.self, rest)
    case 2: check(ItemPage.self, rest)
    case 3: check(ItemQuery.self, rest)
    case 4: check([ItemWrite].self, rest)
    case 5: check(VaultReport.self, rest)
    case 6: check(Sentence.self, rest)
    case 7: check([Item].self, rest)
    case 8: check(VaultStatus.self, rest)
    case 9: check([String: Int].self, rest, isOrdered: false)
    case 10: check(AgentReport.self, rest)
    default: check(ItemID?.self, rest)
    }
}

private func check<Value: WireValue>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, isOrdered: Bool = true
) {
    var reader = FrameReader(bytes)
    guard let value = try? Value(reading: &reader), let written = frame(of: value) else { return }
    let again = written.withBody { body in
        var reader = FrameReader(body)
        return (try? Value(reading: &reader)).flatMap { frame(of: $0) }
    }
    guard let again else { preconditionFailure("What was written is not read.") }
    precondition(again.count == written.count)
    guard isOrdered else { return }
    precondition(again.withBody { a in written.withBody { b in a.elementsEqual(b) } })
}

private func frame(of value: some WireValue) -> Frame? {
    let frame = Frame(.answer)
    guard (try? value.write(to: frame)) != nil else { return nil }
    return frame
}
