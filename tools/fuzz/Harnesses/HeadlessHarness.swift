import TenonCore

@testable import TenonHeadless  // Other modules see the front end only.

/// A line of a program is refused with a place inside of it, or read; requests are refused by name.
func checkHeadless(_ bytes: UnsafeRawBufferPointer) {
    let line = SecretText(utf8: bytes)
    let value: JSONValue
    do {
        value = try JSONReader.read(line)
    } catch let error as JSONError {
        precondition(error.position >= 1 && error.position <= bytes.count + 1)
        return
    } catch {
        preconditionFailure("\(error)")
    }
    // Space around the input does not change what is read; a byte order mark stays in front.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let spaced = SecretText(
        utf8: Array(bytes[..<mark]) + [0x20, 0x0A] + Array(bytes[mark...]) + [0x09, 0x0D])
    precondition((try? JSONReader.read(spaced)) == value)
    guard var members = try? JSONMembers(value, name: "the line") else { return }
    do {
        _ = try HeadlessRequest(&members, screen: nil, scheme: "wallet")
    } catch {
        precondition(error is any ExplainedError)
    }
}
