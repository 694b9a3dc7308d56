import Testing

@testable import WalletTransfer  // Other modules see what is imported only.

@Suite("Several addresses in one cell")
struct AddressListTests {
    private static let cells: [(cell: String, addresses: [String])] = [
        ("", [""]), ("https://a.example", ["https://a.example"]), ("a.example", ["a.example"]),
        ("https://maps.example/@52.51,13.40", ["https://maps.example/@52.51,13.40"]),
        ("https://maps.example/@52.51,13.40,15z", ["https://maps.example/@52.51,13.40,15z"]),
        ("https://a.example,https://b.example", ["https://a.example", "https://b.example"]),
        ("https://a.example, https://b.example", ["https://a.example", " https://b.example"]),
        ("https://a.example/x,y,ftp://b.example", ["https://a.example/x,y", "ftp://b.example"]),
        ("a.example,b.example", ["a.example", "b.example"]),
        ("a.example, b.example:8080", ["a.example", " b.example:8080"]),
        ("https://a.example,b.example", ["https://a.example", "b.example"]),
        ("https://a.example/,b.example", ["https://a.example/", "b.example"]),
        ("https://a.example/list,b.example", ["https://a.example/list,b.example"]),
        ("https://a.example?sort=name,b.example", ["https://a.example?sort=name,b.example"]),
        ("https://a.example/files/x,report.pdf", ["https://a.example/files/x,report.pdf"]),
        ("https://a.example,10.0", ["https://a.example,10.0"]),
        ("a.example,1.5", ["a.example,1.5"]),
        ("https://a.example,ada@b.example", ["https://a.example,ada@b.example"]),
        ("https://a.example,b", ["https://a.example,b"]),
        ("androidapp://a.b,https://c.example", ["androidapp://a.b", "https://c.example"]),
        ("ssh://a.example:22,[::1]", ["ssh://a.example:22,[::1]"]),
        ("https://a.example,,https://b.example", ["https://a.example,", "https://b.example"]),
        (",", [","]),
    ]

    @Test("are cut only where another one surely begins", arguments: cells.indices)
    func cut(_ index: Int) {
        let (cell, addresses) = Self.cells[index]
        #expect(AddressList.addresses(in: cell) == addresses, "\(cell)")
    }
}
