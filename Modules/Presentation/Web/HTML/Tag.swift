/// The elements of HTML and SVG that pages are made of.
package enum Tag: String, Sendable, CaseIterable {
    case a, article, aside, body, button, caption, code, datalist, dd, details, dialog, div, dl, dt,
        em
    case fieldset
    case figcaption, figure, footer, form, h1, h2, h3, h4, head, header, html, img, input, kbd
    case label, legend, li, link, main, meta, nav, noscript, ol, option, p, progress, script
    case search, section, select, span, strong, summary, table, tbody, td, textarea, th, thead
    case time, title, tr, ul
    case svg, symbol, use, path, rect, circle, polyline

    /// Whether the element has neither content nor an end tag.
    var isVoid: Bool {
        switch self {
        case .img, .input, .link, .meta: true
        default: false
        }
    }

    /// Whether browsers run its content as code; such content is never written.
    var isCode: Bool { self == .script }

    /// Whether the first line break in the content would be dropped by a browser.
    var dropsFirstLineBreak: Bool { self == .textarea }
}
