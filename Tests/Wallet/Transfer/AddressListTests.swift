import Testing
import WalletVault

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
        #expect(AddressList.addresses(in: cell, separatedBy: ",") == addresses, "\(cell)")
    }

    private static let spaced: [(cell: String, addresses: [String])] = [
        ("", [""]), ("https://a.example", ["https://a.example"]),
        ("https://a.example, https://b.example", ["https://a.example", "https://b.example"]),
        ("https://a.example,https://b.example", ["https://a.example,https://b.example"]),
        ("https://maps.example/@52.51,13.40", ["https://maps.example/@52.51,13.40"]),
        (
            "https://a.example/@1,2, https://b.example/@3,4",
            ["https://a.example/@1,2", "https://b.example/@3,4"]
        ),
        ("https://a.example, b.example", ["https://a.example", "b.example"]),
        ("https://a.example/x, b.example", ["https://a.example/x, b.example"]),
        ("https://a.example, 13.40", ["https://a.example, 13.40"]),
        (
            "https://a.example/?u=x,https://b.example, ssh://c.example",
            ["https://a.example/?u=x,https://b.example", "ssh://c.example"]
        ),
        ("a.example, b.example, c.example", ["a.example", "b.example", "c.example"]),
    ]

    @Test("a comma alone is none of Proton's separators", arguments: spaced.indices)
    func cutAtSpaces(_ index: Int) {
        let (cell, addresses) = Self.spaced[index]
        #expect(AddressList.addresses(in: cell, separatedBy: ", ") == addresses, "\(cell)")
    }

    /// Cells as each program's file has them, and the addresses of the login.
    private static let rows: [(header: String, row: String, sites: [String])] = [
        (
            "name,url,additional_urls,username,password,note,cardnumber,cvc,folder",
            #"M,https://a.example,"[""https://b.example/@1.5,2.5""]",ada,p,,,,"#,
            ["https://a.example", "https://b.example/@1.5,2.5"]
        ),
        (
            "name,url,additional_urls,username,password,note,cardnumber,cvc,folder",
            #"M,"https://a.example/@1.5,2.5","https://b.example,https://c.example",ada,p,,,,"#,
            ["https://a.example/@1.5,2.5", "https://b.example,https://c.example"]
        ),
        (
            "type,name,url,email,username,password,note,totp,createTime,modifyTime,vault",
            #"login,M,"https://a.example/@1.5,2.5, https://b.example",,ada,p,,,1,1,V"#,
            ["https://a.example/@1.5,2.5", "https://b.example"]
        ),
        (
            "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,"
                + "login_password,login_totp",
            #",,login,M,,,0,"https://a.example/@1.5,2.5,https://b.example",ada,p,"#,
            ["https://a.example/@1.5,2.5", "https://b.example"]
        ),
    ]

    @Test("each file says how it separates", arguments: rows.indices)
    func files(_ index: Int) async throws {
        let (header, row, sites) = Self.rows[index]
        let fixture = try await TransferFixture()
        try await fixture.import("\(header)\n\(row)\n")
        #expect(try await fixture.logins().map(\.sites) == [sites])
    }
}
