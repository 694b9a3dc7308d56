import TenonCore
import TenonUI
import Testing

@Suite("Pages with rows that are chosen together, and with filters")
struct SelectionPageTests {
    private static let send = Action(id: "send", title: "Send", scope: .selection, icon: .share)

    private func page(chosen: [String] = []) -> String {
        var selection = ListSelection(actions: [Self.send], fixed: ["c"])
        selection.chosen = chosen
        let rows = ["a", "b", "c"].map { id in
            Row(
                id: id, title: "Row \(id)", icon: .note,
                actions: [
                    Action(id: "open", title: "Open", scope: .row),
                    Action(id: "copy", title: "Copy", scope: .row, icon: .copy),
                ])
        }
        return SamplePage.html(.list(ListBlock(id: "l", rows: rows, selection: selection)))
    }

    @Test("A row that can be chosen has a box with its name; checked when it is chosen")
    func boxes() {
        let page = page(chosen: ["b"])
        #expect(
            page.contains("name=\"row.l\" value=\"a\" aria-label=\"Choose Row a\""))
        #expect(
            page.contains("name=\"row.l\" value=\"b\" checked aria-label=\"Choose Row b\""))
        #expect(!page.contains("Choose Row c"))
        #expect(page.contains("name=\"has.row.l\""))
        #expect(page.contains("role=\"status\">1 chosen</span>"))
        #expect(page.contains("class=\"selection some\""))
        #expect(page.contains("class=\"selection-actions\"><button"))
        #expect(page.contains("Send"))
    }

    @Test("A drawing that all rows have is written once, and has the name of what it does")
    func pictures() {
        let page = page()
        #expect(page.contains("aria-label=\"Copy Row a\" title=\"Copy\""))
        #expect(page.ranges(of: "<symbol id=\"drawing-copy\"").count == 1)
        #expect(page.ranges(of: "href=\"#drawing-copy\"").count == 3)
    }

    @Test("A filter of few options has a button for each, one of many has a menu")
    func filters() {
        var screen = SamplePage.screen()
        let options = (1...6).map { (size: Int) in
            Filter.Option(id: "\(size)", title: "Size \(size)", count: size)
        }
        screen.filters = [
            Filter(id: "few", title: "Few", options: Array(options.prefix(2)), chosen: ["2"]),
            Filter(id: "many", title: "Many", options: options, takesSeveral: true),
        ]
        let page = SamplePage.html(screen)
        #expect(page.contains("name=\"filter\" value=\"few:1\" aria-pressed=\"false\""))
        #expect(page.contains("name=\"filter\" value=\"few:2\" aria-pressed=\"true\""))
        #expect(page.contains("name=\"filter.many\" value=\"6\""))
        #expect(page.contains("name=\"has.filter.many\""))
        #expect(!page.contains("value=\"many:1\""))
    }
}
