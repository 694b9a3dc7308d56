import TenonArchive
import TenonCore
import TenonUI
import TenonWeb
import Testing

@Suite("The size of a page with a list")
struct ListSizeTests {
    /// A row as a manager of passwords has it, with an id of 26 letters and digits.
    private func row(_ number: Int) -> Row {
        let site = ["GitHub", "Library of the city", "OpenStreetMap"][number % 3]
        let end = String(UInt32(number) &* 2_654_435_761, radix: 36).prefix(4)
        let id = "4p49vjh3pnk30dqhtf8bf7\(end)"
        return Row(
            id: id, title: "\(site) \(number)", subtitle: "ada.lovelace\(number)@example.org",
            value: "www\(number).example.com", badge: Badge("Favourite"), icon: .login,
            location: Location(["login", id]),
            actions: [
                Action(id: "open", title: "Open", scope: .row, role: .primary, icon: .open),
                Action(
                    id: "copy-password", title: "Copy password", scope: .row, accelerator: .copy,
                    icon: .key),
                Action(
                    id: "copy-user-name", title: "Copy user name", scope: .row,
                    accelerator: .copyOther, icon: .person),
            ])
    }

    @Test("grows by some 1,500 bytes for each row; 50 rows are less than 12 kB as they travel")
    func rows() throws {
        func page(_ count: Int) -> [UInt8] {
            let send = Action(id: "send", title: "Send", scope: .selection, icon: .share)
            let list = ListBlock(
                id: "items", total: 100, rows: (0..<count).map(row),
                selection: ListSelection(actions: [send]))
            return Array(SamplePage.html(.list(list)).utf8)
        }
        let (few, many) = (page(10), page(50))
        let each = (many.count - few.count) / 40
        var packed = 0
        try many.withUnsafeBytes { bytes in
            try GzipCoder().compress(bytes) { packed += $0.count }
        }
        #expect(each < 1550, "\(each) bytes for each row, \(many.count) for 50")
        #expect(packed < 12_000, "\(packed) bytes as it travels")
    }
}
