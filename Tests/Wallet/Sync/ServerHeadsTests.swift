import Testing

@testable import WalletSync  // What is read of a server's answer is internal.

@Suite("What a server says of the logs")
struct ServerHeadsTests {
    private static let device = "0123456789abcdefghjkmnpqrs"
    private static let hash = String(repeating: "0f", count: 32)
    private static let bytes = [UInt8](repeating: 15, count: 32)

    private func heads(_ device: String, _ rest: String) -> ServerHeads? {
        ServerHeads(Array(#"{"heads":{"\#(device)":{\#(rest)}}}"#.utf8))
    }

    @Test(
        "The end of a log is read, and whose it is",
        arguments: [
            ("7", "", 7, true), ("0", "", nil, true), ("7", #","former":true"#, 7, false),
            ("7", #","former":false,"other":[]"#, 7, true),
        ] as [(String, String, UInt64?, Bool)])
    func read(_ digits: String, _ rest: String, _ number: UInt64?, _ isPresent: Bool) throws {
        let text = #""number":\#(digits),"hash":"\#(Self.hash)"\#(rest)"#
        let found = try #require(heads(Self.device, text))
        let device = try #require(DeviceID(Self.device))
        #expect(found.positions[device]?.number == number)
        #expect(found.positions[device].map(\.hash) ?? Self.bytes == Self.bytes)
        #expect(found.members.present.contains(device) == isPresent)
        #expect(found.members.former.contains(device) == !isPresent)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            (device, #""number":7"#), (device, #""hash":"\#(hash)""#),
            (device, #""number":-1,"hash":"\#(hash)""#),
            (device, #""number":1.5,"hash":"\#(hash)""#),
            (device, #""number":9223372036854775808,"hash":"\#(hash)""#),
            (device, #""number":"7","hash":"\#(hash)""#),
            (device, #""number":7,"hash":"\#(hash)0f""#),
            (device, #""number":7,"hash":"+f\#(hash.dropFirst(2))""#),
            (device.uppercased(), #""number":7,"hash":"\#(hash)""#),
            ("desk", #""number":7,"hash":"\#(hash)""#),
        ] as [(String, String)])
    func refused(_ name: String, _ rest: String) {
        #expect(heads(name, rest) == nil)
    }

    @Test(
        "What has no heads is no answer",
        arguments: ["", "[]", "{}", #"{"heads":"#, #"{"heads":[]}"#, #"{"heads":7}"#, "<html>"])
    func other(_ text: String) {
        #expect(ServerHeads(Array(text.utf8)) == nil)
    }
}
