import TenonCore
import TenonUI

/// What all pages have around their content.
struct PageFrame {
    let context: PageContext

    /// Where a page goes by itself.
    struct Refresh {
        /// After how many seconds.
        var seconds: Int
        /// Where to.
        var address: PageLink
        /// Whether a script handles it, if there is one.
        var isForScriptless: Bool
    }

    /// A whole document.
    ///
    /// - Parameters:
    ///   - title: What the page is about; the application's name is added.
    ///   - refresh: Where the page goes by itself.
    ///   - isLive: Whether the script has something to do.
    ///   - attributes: Of the body.
    func document(
        title: String, refresh: Refresh? = nil, isLive: Bool,
        attributes: [Attribute?] = [], @HTMLBuilder body: () -> HTML
    ) -> HTML {
        let scheme = context.scheme
        return element(
            .html, Attribute(.lang, context.localizer.language),
            Attribute(.dir, context.localizer.isRightToLeft ? "rtl" : "ltr"),
            scheme == .system ? nil : Attribute(.dataTheme, scheme.rawValue)
        ) {
            element(.head) {
                element(.meta, Attribute(.charset, "utf-8"))
                meta("viewport", "width=device-width, initial-scale=1")
                meta("color-scheme", scheme == .system ? "light dark" : scheme.rawValue)
                meta("robots", "noindex, nofollow")
                element(.title) { "\(title) – \(context.application.name)" }
                link("icon", .icon, type: "image/svg+xml")
                for style in WebAsset.styles { link("stylesheet", style) }
                if isLive {
                    element(
                        .script, .src(context.asset(.live)), Attribute(.type, "module"))
                }
                if let refresh {
                    if refresh.isForScriptless {
                        element(.noscript) { self.refresh(refresh) }
                    } else {
                        self.refresh(refresh)
                    }
                }
            }
            let body = body()
            element(.body, attributes: attributes) {
                body
                Drawing.definitions(for: body)
            }
        }
    }

    /// The application's sign and name.
    var brand: HTML {
        element(.span, .class("brand")) {
            mark
            element(.span, .class("brand-name"), Attribute(.dir, "auto")) {
                context.application.name
            }
        }
    }

    /// The icon of the product, as a picture in which nothing runs; without one, a sign in the
    /// colours of the theme.
    @HTMLBuilder
    private var mark: HTML {
        if context.brand.icon != nil {
            element(
                .img, .class("brand-mark"), .src(context.asset(.icon)), Attribute(.alt, ""))
        } else {
            element(
                .svg, .class("brand-mark"), Attribute(.viewBox, "0 0 32 32"),
                Attribute(.ariaHidden, "true"), Attribute(.focusable, "false")
            ) {
                element(
                    .rect, .class("mark-ground"), Attribute(.width, "32"),
                    Attribute(.height, "32"), Attribute(.rx, "8"))
                element(.path, .class("mark-tenon"), Attribute(.d, Self.tenon))
                element(.path, .class("mark-socket"), Attribute(.d, Self.socket))
            }
        }
    }

    /// Two parts of a joint: the tenon above, and the socket that it fits into.
    private static let tenon = "M8 7h16v6.500h-4.250v6.500h-7.500v-6.500H8Z"
    private static let socket = "M8 15.500h2.250V22h11.500v-6.500H24V25H8Z"

    /// The footer with what belongs to no screen: appearance, shortcuts, the end.
    ///
    /// Its buttons belong to the screen's form all the same, so that what was typed goes along.
    func footer(isInert: Bool) -> HTML {
        element(.footer, .class("foot"), Attribute(.inert, if: isInert)) {
            themes
            if let session = context.sessionPart {
                element(
                    .button, Attribute(.type, "button"), .class("button small quiet"),
                    .id("shortcuts-open"), Attribute(.hidden, if: true)
                ) { context.localizer(WebText.shortcuts) }
                element(
                    .button, Attribute(.type, "button"), .class("button small quiet"),
                    .id("palette-open"), Attribute(.hidden, if: true)
                ) { context.localizer(WebText.palette) }
                element(
                    .button, Attribute(.type, "submit"), .class("button small quiet"),
                    .id("stop"), Attribute(.form, ActionRenderer.formID),
                    .formaction(session.paths.command(.stop)),
                    Attribute(.title, context.localizer(WebText.stopHelp))
                ) {
                    PageIcon.stop.html
                    element(.span) {
                        context.localizer(WebText.stop, ["name": context.application.name])
                    }
                }
                element(.p, .class("foot-note")) {
                    context.localizer(WebText.endsAfter, count: session.idleMinutes)
                }
            }
        }
    }

    /// A form of a session with its token.
    func form(
        _ command: WebRoute.Command, _ session: PageContext.SessionPart,
        _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML
    ) -> HTML {
        element(
            .form, Attribute(.method, "post"), .action(session.paths.command(command)),
            attributes: attributes
        ) {
            token(session)
            content()
        }
    }

    /// The hidden token of a form.
    func token(_ session: PageContext.SessionPart) -> HTML {
        element(
            .input, Attribute(.type, "hidden"), Attribute(.name, FormNames.token),
            Attribute(.value, session.formToken))
    }

    // MARK: - Parts

    @HTMLBuilder
    private var themes: HTML {
        if let session = context.sessionPart {
            element(.fieldset, .class("theme")) {
                element(.legend) { context.localizer(WebText.theme) }
                for (scheme, text) in Self.schemes {
                    element(
                        .button, Attribute(.type, "submit"), .id("scheme-\(scheme.rawValue)"),
                        Attribute(.form, ActionRenderer.formID),
                        .formaction(session.paths.command(.theme)),
                        Attribute(.name, FormNames.scheme), Attribute(.value, scheme.rawValue),
                        Attribute(.ariaPressed, "\(scheme == context.scheme)")
                    ) { context.localizer(text) }
                }
            }
        }
    }

    private static let schemes: [(Theme.Scheme, WebText)] = [
        (.system, .themeSystem), (.light, .themeLight), (.dark, .themeDark),
    ]

    private func meta(_ name: String, _ content: String) -> HTML {
        element(.meta, Attribute(.name, name), Attribute(.content, content))
    }

    private func refresh(_ refresh: Refresh) -> HTML {
        element(
            .meta, Attribute(.httpEquiv, "refresh"),
            Attribute(.content, "\(refresh.seconds);url=\(refresh.address.text)"))
    }

    private func link(_ relation: String, _ asset: WebAsset, type: String? = nil) -> HTML {
        element(
            .link, Attribute(.rel, relation), .href(context.asset(asset)),
            type.map { Attribute(.type, $0) })
    }
}
