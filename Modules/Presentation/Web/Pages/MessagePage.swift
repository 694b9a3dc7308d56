import TenonCore
import TenonUI

/// Writes the pages that show no screen: errors, the start, the end.
struct MessagePage {
    private let context: PageContext
    private let title: String
    private let paragraphs: [String]
    private let link: (text: String, address: PageLink)?
    private let isOver: Bool
    private let forwards: Bool

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - link: Where one can go on.
    ///   - isOver: Whether the session is over, for scripts.
    ///   - forwards: Whether the browser follows the link by itself.
    init(
        _ title: String, _ paragraphs: [String], link: (text: String, address: PageLink)? = nil,
        isOver: Bool = false, forwards: Bool = false, context: PageContext
    ) {
        self.title = title
        self.paragraphs = paragraphs
        self.link = link
        self.isOver = isOver
        self.forwards = forwards
        self.context = context
    }

    /// The whole document.
    var html: HTML {
        let frame = PageFrame(context: context)
        let refresh = link.map {
            PageFrame.Refresh(seconds: 0, address: $0.address, isForScriptless: false)
        }
        return frame.document(
            title: title, refresh: forwards ? refresh : nil, isLive: false,
            attributes: [.class("alone message"), Attribute(.dataOver, if: isOver)]
        ) {
            element(.header, .class("bar")) { frame.brand }
            element(.main, .id("content"), Attribute(.tabindex, "-1")) {
                element(.div, .class("head")) {
                    element(.h1, .id("title"), Attribute(.tabindex, "-1")) { title }
                }
                element(.div, .class("card")) {
                    for paragraph in paragraphs { element(.p) { paragraph } }
                    if let link {
                        element(.p) {
                            element(.a, .class("button primary"), .href(link.address)) { link.text }
                        }
                    }
                }
            }
        }
    }
}
