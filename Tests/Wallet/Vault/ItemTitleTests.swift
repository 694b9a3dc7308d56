import TenonCore
import Testing
import WalletVault

@Suite("Titles that items get from their content")
struct ItemTitleTests {
    private func filledTitle(_ item: Item) -> String {
        var item = item
        item.fillTitle()
        return item.head.title
    }

    @Test("A login is called by the host of its first site, without white space around it")
    func login() {
        var login = Login(head: ItemHead(title: ""))
        login.sites = ["https:// example.org"]
        #expect(filledTitle(.login(login)) == "example.org")
    }

    @Test(
        "A card is called by its bank, and a note by its beginning, without white space around them"
    )
    func cardAndNote() {
        var card = Card(head: ItemHead(title: ""))
        card.issuer = " Bank of Birds "
        #expect(filledTitle(.card(card)) == "Bank of Birds")

        var note = Note(head: ItemHead(title: ""))
        note.notes = SecretText("\n  Where the key lies \nunder the stone")
        #expect(filledTitle(.note(note)) == "Where the key lies")
    }

    @Test("A title that is there stays")
    func present() {
        var login = Login(head: ItemHead(title: "Post"))
        login.sites = ["https://example.org"]
        #expect(filledTitle(.login(login)) == "Post")
    }
}
