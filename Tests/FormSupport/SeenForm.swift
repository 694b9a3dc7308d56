/// A form as a person comes to it, fills it in and saves it, by what can be read.
struct SeenForm: Sendable {
    /// A field.
    struct Input: Sendable {
        enum Kind: Sendable {
            case text
            case secret
            case number(ClosedRange<Int>)
            /// Some of the options, by their titles; none of them is chosen at first.
            case choice([String])
        }

        let label: String
        let kind: Kind

        init(_ label: String, _ kind: Kind) { (self.label, self.kind) = (label, kind) }

        var isSecret: Bool { if case .secret = kind { true } else { false } }
    }

    /// An action on the way to it, with what is read when it can be done.
    struct Opener: Sendable {
        let title: String
        let label: String?
        let text: String
    }

    /// An action that makes a secret in a field, with what is read then.
    struct Maker: Sendable {
        let title: String
        let label: String
        let text: String
    }

    /// What is refused in a secret field, and what is taken in its place.
    struct Mistake: Sendable {
        let label: String
        let wrong: String
        let problem: String
        let right: String
    }

    /// What becomes of what is typed.
    enum End: Sendable {
        /// It is saved where all is found that was typed; leads away.
        case vault
        /// It is saved once, in the end, with a text that says so; stays there.
        case notice(String)
        /// It is kept as it is typed, so that one leaves without a question.
        case kept
    }

    /// The place that it is in or near.
    let place: String
    /// The actions that lead there from the place.
    var openers: [Opener] = []
    /// What is read only on the form.
    let mark: String
    let inputs: [Input]
    /// The field without which nothing is saved.
    var required: Input?
    var maker: Maker?
    var mistake: Mistake?
    /// Whether the secret that is saved in the end is one that was made.
    var savesMade = false
    /// Whether one can cancel it, and go back from it.
    var leadsBack = false
    let end: End

    var isKept: Bool { if case .kept = end { true } else { false } }
    var savesInVault: Bool { if case .vault = end { true } else { false } }
}

extension SeenForm {
    private static let login = [
        Input("User name", .text), Input("Password", .secret), Input("Notes", .text),
    ]
    private static let title = Input("Title", .text)
    private static let password = Maker(
        title: "Generate password", label: "Password", text: "Strength: strong.")
    private static let oneTimeSecret = Mistake(
        label: "Secret for one-time codes", wrong: "not base32 !!", problem: "base 32",
        right: "JBSWY3DPEHPK3PXP")

    /// The forms of Wallet's open vault, of which one changes the login "Bank".
    static let wallet = [
        SeenForm(
            place: "All items",
            openers: [Opener(title: "Add login", label: nil, text: "Add login")],
            mark: "Conceal its value", inputs: [title] + login, required: title, maker: password,
            mistake: oneTimeSecret, savesMade: true, leadsBack: true, end: .vault),
        SeenForm(
            place: "All items",
            openers: [
                Opener(title: "Open", label: "Bank", text: "Add login"),
                Opener(title: "Edit", label: nil, text: "https://bank.example.com"),
            ],
            mark: "Conceal its value", inputs: login, maker: password, mistake: oneTimeSecret,
            leadsBack: true, end: .vault),
        SeenForm(
            place: "Settings", mark: "Largest file",
            inputs: [
                Input(
                    "Clear the clipboard",
                    .choice(["After 10 seconds", "After 120 seconds", "After 300 seconds"]))
            ], end: .notice("Settings saved.")),
        SeenForm(
            place: "Password generator", mark: "No look-alikes",
            inputs: [Input("Length", .number(131...255))], end: .kept),
    ]
}
