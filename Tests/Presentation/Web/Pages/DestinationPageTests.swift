import TenonCore
import TenonUI
import TenonWeb
import Testing

@Suite("The places of an application on a page")
struct DestinationPageTests {
    private static let places = [
        Destination(
            Location(["all"]), title: "All things", help: "Everything there is.", icon: .list,
            count: 12_345, shortcut: "t", isCurrent: true),
        Destination(Location(["stars"]), title: "Favourites", icon: .star),
        Destination(
            Location(["health"]), title: "Health", group: "Tools",
            badge: Badge("3 weak", tone: .caution)),
        Destination(Location(["sync"]), title: "Sync", badge: Badge("done", tone: .positive)),
    ]

    private func html(
        _ places: [Destination] = places, actions: [Action] = [], language: String = "en"
    ) -> String {
        SamplePage.html(
            SamplePage.screen(actions: actions, destinations: places), language: language)
    }

    private func navigation(_ page: String) throws -> Substring {
        try #require(page.firstMatch(of: /<nav .*<\/nav>/)).output
    }

    @Test("are links with a picture, in a navigation that has a name")
    func links() throws {
        let navigation = try navigation(html())
        #expect(navigation.contains("aria-label=\"Places\""))
        #expect(navigation.matches(of: /<a\s/).count == 4)
        #expect(navigation.contains("href=\"/s/KEY/all\""))
        #expect(navigation.contains("title=\"Everything there is.\""))
        #expect(navigation.contains("data-shortcut=\"t\" aria-keyshortcuts=\"t\""))
        let drawings = navigation.matches(of: /<svg class="icon[^"]*"[^>]*><use href="#drawing-/)
        #expect(drawings.count == 2)
    }

    @Test("stand under their headings; those that have none stand under none")
    func groups() throws {
        let navigation = try navigation(html())
        #expect(navigation.matches(of: /<ul\s/).count == 3)
        #expect(navigation.matches(of: /class="places-title"/).count == 1)
        #expect(navigation.contains("id=\"places-1\" dir=\"auto\">Tools</p>"))
        #expect(navigation.contains("<ul role=\"list\" aria-labelledby=\"places-1\">"))
    }

    @Test("tell which one is the current one")
    func current() throws {
        let page = html()
        #expect(page.ranges(of: "aria-current=\"page\"").count == 1)
        #expect(page.firstMatch(of: /id="place\.all" aria-current="page"/) != nil)
    }

    @Test("have their number in the person's writing, and the tone of a badge in words")
    func counts() throws {
        #expect(try navigation(html()).contains("class=\"place-count\">12,345<"))
        #expect(try navigation(html(language: "de")).contains("class=\"place-count\">12.345<"))
        let badge = try #require(
            try navigation(html()).firstMatch(of: /class="badge tone-caution".*?3 weak/)
        ).output
        #expect(badge.firstMatch(of: /<span class="visually-hidden">[^<]+: <\/span>3 weak/) != nil)
    }

    @Test("are behind a button as well, which has a mark when something is to be seen to")
    func menu() throws {
        let bar = try #require(html().firstMatch(of: /<header.*<\/header>/)).output
        #expect(bar.contains("popovertarget=\"places\" aria-label=\"Places, "))
        #expect(bar.contains("class=\"dot tone-caution\"") && bar.contains(": 3 weak\""))
        let calm = html(Self.places.filter { $0.badge?.tone != .caution })
        #expect(!calm.contains("class=\"dot"))
    }

    @Test("make a screen one of several; without any there is neither navigation nor button")
    func alone() {
        #expect(!html().contains("class=\"alone\""))
        let page = html([])
        #expect(page.contains("class=\"alone\""))
        #expect(!page.contains("<nav") && !page.contains("popovertarget"))
    }

    @Test("have a key that no action has, which the list of keys names")
    func keys() {
        let page = html(actions: [Action(id: "add", title: "Add", shortcut: "t")])
        #expect(page.matches(of: /data-shortcut="t"/).count == 1)
        #expect(page.contains("title=\"Everything there is.\" data-shortcut=\"l\""))
        #expect(page.contains("<kbd>l</kbd></th><td dir=\"auto\">All things"))
    }

    @Test("do not hide the commands, of which several are behind a button of their own")
    func commands() throws {
        let page = html(actions: [
            Action(id: "import", title: "Import", scope: .application),
            Action(id: "lock", title: "Lock", scope: .application, shortcut: "k"),
        ])
        let bar = try #require(page.firstMatch(of: /<header.*<\/header>/)).output
        #expect(bar.contains("popovertarget=\"commands\""))
        #expect(bar.firstMatch(of: /<div [^>]*id="commands" popover>.*Import.*Lock/) != nil)
        #expect(try !navigation(page).contains("Lock"))
    }

    @Test("keep their letters where a command has the same, which gets another one")
    func lettersOfCommands() {
        let command = Action(id: "import", title: "Import", scope: .application, shortcut: "t")
        let page = html(actions: [command])
        #expect(page.contains("title=\"Everything there is.\" data-shortcut=\"t\""))
        #expect(page.matches(of: /data-shortcut="t"/).count == 1)
        #expect(page.matches(of: /data-shortcut="i"/).count == 1)
    }
}
