/// An attribute of an element; its value is escaped when it is written.
package struct Attribute: Sendable, Equatable {
    /// The names of attributes, except those that hold an address or code.
    package enum Name: String, Sendable {
        case accept, accesskey, alt, autocapitalize, autocomplete, autofocus, charset, checked
        case `class`, colspan
        case content, datetime, decoding, dir, disabled, `for`, form, hidden, id, inert, inputmode,
            lang
        case list, loading, max, media, method, min, name, novalidate, open, placeholder, popover,
            popovertarget, rel
        case required, role, rows, scope, selected, spellcheck, tabindex, target, title
        case type, value, enctype
        case httpEquiv = "http-equiv"
        case d, fill, height, points, r, rx, viewBox, width, x, y
        case focusable, preserveAspectRatio
        case ariaBusy = "aria-busy"
        case ariaControls = "aria-controls"
        case ariaCurrent = "aria-current"
        case ariaDescribedBy = "aria-describedby"
        case ariaDisabled = "aria-disabled"
        case ariaExpanded = "aria-expanded"
        case ariaHidden = "aria-hidden"
        case ariaInvalid = "aria-invalid"
        case ariaKeyShortcuts = "aria-keyshortcuts"
        case ariaLabel = "aria-label"
        case ariaLabelledBy = "aria-labelledby"
        case ariaLive = "aria-live"
        case ariaModal = "aria-modal"
        case ariaPressed = "aria-pressed"
        case ariaRequired = "aria-required"
        case dataAction = "data-action"
        case dataEnd = "data-end"
        case dataLive = "data-live"
        case dataLocation = "data-location"
        case dataNotice = "data-notice"
        case dataNewTab = "data-new-tab"
        case dataNow = "data-now"
        case dataOver = "data-over"
        case dataPath = "data-path"
        case dataKept = "data-kept"
        case dataPeek = "data-peek"
        case dataRowKeys = "data-row-keys"
        case dataSecret = "data-secret"
        case dataShortcut = "data-shortcut"
        case dataSlides = "data-slides"
        case dataTarget = "data-target"
        case dataTheme = "data-theme"
        case dataToken = "data-token"
    }

    /// What an attribute says.
    enum Value: Sendable, Equatable {
        /// Its presence is all.
        case flag
        /// Text.
        case text(String)
    }

    let name: String
    let value: Value

    /// Makes an attribute with text.
    package init(_ name: Name, _ value: String) {
        self.name = name.rawValue
        self.value = .text(value)
    }

    /// Makes an attribute without a value; `nil` when it should be absent.
    package init?(_ name: Name, if condition: Bool) {
        guard condition else { return nil }
        self.name = name.rawValue
        value = .flag
    }

    private init(address name: StaticString, _ address: PageLink) {
        self.name = "\(name)"
        value = .text(address.text)
    }

    /// The classes that style the element.
    static func `class`(_ classes: String...) -> Attribute {
        Attribute(.class, classes.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// The identity of the element in the page.
    static func id(_ id: String) -> Attribute { Attribute(.id, id) }

    /// Where a link leads.
    static func href(_ address: PageLink) -> Attribute {
        Attribute(address: "href", address)
    }

    /// Where a script or picture comes from.
    static func src(_ address: PageLink) -> Attribute {
        Attribute(address: "src", address)
    }

    /// Where a form is sent.
    static func action(_ address: PageLink) -> Attribute {
        Attribute(address: "action", address)
    }

    /// Where a button sends its form instead.
    static func formaction(_ address: PageLink) -> Attribute {
        Attribute(address: "formaction", address)
    }
}
