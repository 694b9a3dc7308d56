import TenonCore
import TenonUI

/// Writes the page that shows a session: a pure function of its content.
package struct ScreenPage {
    private let context: PageContext
    private let session: PageContext.SessionPart
    private var content: PageContent

    /// Makes the page of a session.
    package init(_ content: PageContent, context: PageContext, session: PageContext.SessionPart) {
        self.content = content
        self.content.screen = content.screen.withOneMeaningForEachKey
        self.session = session
        self.context = context
    }

    private var screen: Screen { content.screen }
    private var localizer: Localizer { context.localizer }
    private var frame: PageFrame {
        var context = context
        context.sessionPart = session
        return PageFrame(context: context)
    }
    private var actions: ActionRenderer { ActionRenderer(localizer: localizer) }
    private var surroundings: ScreenSurroundings {
        ScreenSurroundings(frame: frame, session: session, location: screen.location)
    }
    private var question: Question? { content.questions.first }
    private var problems: [Field] { screen.fields.filter { $0.problem != nil } }
    /// The field with which a person begins: the first that is wrong, else the first of the form that the
    /// screen is for.
    private var firstField: Field? {
        problems.first ?? (isAlone ? screen.forms.first : screen.leadingForm)?.fields.first
    }
    private var commands: [Action] { screen.actions.filter { $0.scope == .application } }
    private var screenActions: [Action] { screen.actions.filter { $0.scope != .application } }
    private var hasForm: Bool { !screen.fields.isEmpty }

    /// Whether the screen stands alone, before there is anything to navigate: shown as one card.
    private var isAlone: Bool {
        screen.destinations.isEmpty && commands.isEmpty && screen.search == nil
            && !content.canGoBack
    }

    /// The whole document.
    package var html: HTML {
        let isInert = question != nil
        return frame.document(
            title: title, refresh: refresh, isLive: true,
            attributes: [
                .class(isAlone ? "alone" : ""),
                Attribute(.dataLive, session.paths.live.text),
                Attribute(.dataNow, session.paths.now.text),
                Attribute(.dataPath, session.paths.screen(screen.location).text),
                Attribute(.dataNewTab, session.paths.newTab(screen.location).text),
                Attribute(.dataLocation, screen.location.description),
                Attribute(.dataEnd, "\(session.secondsLeft)"),
            ]
        ) {
            element(.a, .class("skip"), .href(.fragment("content"))) { localizer(WebText.skip) }
            surroundings.bar(for: screen, commands: commands, isInert: isInert) { defaultButton }
            surroundings.places(of: screen, isInert: isInert)
            surroundings.notices(content.notices)
            if let question {
                QuestionRenderer(frame: frame, session: session)
                    .dialog(question, problem: content.answerProblem)
            }
            element(
                .main, .id("content"), Attribute(.tabindex, "-1"), Attribute(.inert, if: isInert)
            ) { mainContent }
            frame.footer(isInert: isInert)
            LiveParts(frame: frame, session: session).html(of: screen, shortcuts: shortcuts)
        }
    }

    private var title: String {
        var parts = [screen.title]
        if !problems.isEmpty {
            parts[0] = "\(localizer(UIText.toneCritical)): \(screen.title)"
        }
        if let question { parts.insert(question.kind.title, at: 0) }
        return parts.joined(separator: " – ")
    }

    /// Without scripts a page asks again while something is going on, soon while it shows a secret,
    /// each minute, and when the session is over.
    ///
    /// While somebody fills in a form, what goes on beside it is no reason.
    private var refresh: PageFrame.Refresh {
        let pause =
            isLoading || !hasForm && showsProgress
            ? 2 : showsSecret ? 10 : hasForm ? Int.max : 60
        return PageFrame.Refresh(
            seconds: min(pause, session.secondsLeft + 1),
            address: session.paths.screen(screen.location),
            isForScriptless: true)
    }

    private var isLoading: Bool { if case .loading = screen.phase { true } else { false } }

    private var showsProgress: Bool {
        !content.progress.isEmpty
            || screen.allBlocks.contains { if case .progress = $0 { true } else { false } }
    }

    /// Whether there may be a secret in the text of the page.
    var mayHoldSecret: Bool { showsSecret || question != nil || !screen.fields.isEmpty }

    private var showsSecret: Bool {
        screen.facts.contains { fact in
            switch fact.value {
            case .revealed, .code: true
            case .text, .concealed, .link, .spans, .moment, .person: false
            }
        }
            || screen.allBlocks.contains {
                if case .qrCode(let code) = $0 { code.isRevealed } else { false }
            }
    }

    /// The keys that can be pressed now, with what they do or where they lead.
    private var shortcuts: [(key: String, title: String)] {
        let actions = screen.screenActions.map { ($0.shortcut, $0.title) }
        let places = screen.destinations.map { ($0.shortcut, $0.title) }
        return (actions + places).compactMap { key, title in key.map { ($0, title) } }
            + screen.keyedParts
    }

    // MARK: - Content

    @HTMLBuilder
    private var mainContent: HTML {
        head
        errorSummary
        tasks
        FilterRenderer(frame: frame, session: session, location: surroundings.location)
            .html(screen.filters)
        element(
            .form, .id(ActionRenderer.formID), Attribute(.method, "post"),
            .action(session.paths.command(.act)), Attribute(.novalidate, if: true),
            .class("screen"), encoding
        ) {
            frame.token(session)
            surroundings.location
            phase
            for block in screen.blocks {
                BlockRenderer(
                    localizer: localizer, paths: session.paths,
                    avatars: frame.context.brand.avatars, codes: frame.context.codes,
                    isInForm: hasForm, firstField: firstField?.id,
                    tokenTexts: content.tokenTexts,
                    besideForm: isFormAlone ? toolbar : []
                ).block(block)
            }
            if hasForm, !isFormAlone, !toolbar.isEmpty {
                element(.div, .class("buttons")) { actions.buttons(toolbar) }
            }
        }
    }

    /// Whether there is one form, beside whose buttons the others find a place.
    private var isFormAlone: Bool {
        screen.forms.count == 1
    }

    private var head: HTML {
        element(.div, .class("head")) {
            back
            element(.div, .class("head-text")) {
                element(.h1, .id("title"), Attribute(.tabindex, "-1"), Attribute(.dir, "auto")) {
                    screen.title
                }
                if !screen.summary.isEmpty {
                    element(.p, .class("summary"), Attribute(.dir, "auto")) { screen.summary }
                }
            }
            if !hasForm, !toolbar.isEmpty {
                element(.div, .class("toolbar")) { actions.buttons(toolbar) }
            }
        }
    }

    /// The actions of the screen; the one that the phase offers stands there instead.
    private var toolbar: [Action] {
        let offered: String?
        switch screen.phase {
        case .empty(_, let action): offered = action
        case .failed(_, let retry): offered = retry
        case .ready, .loading: offered = nil
        }
        return screenActions.filter { $0.id != offered }
    }

    @HTMLBuilder
    private var back: HTML {
        if content.canGoBack {
            // A button of the form: what was typed goes along without a script as well.
            element(.div, .class("back")) {
                element(
                    .button, Attribute(.type, "submit"), .id("back"),
                    Attribute(.form, ActionRenderer.formID),
                    .formaction(session.paths.command(.back)), .class("button small quiet")
                ) {
                    PageIcon.back.html
                    element(.span) { localizer(UIText.back) }
                }
            }
        } else if let parent = screen.parent {
            element(
                .a, .id("back"), .class("button small quiet back"),
                .href(session.paths.screen(parent))
            ) {
                PageIcon.back.html
                element(.span) { localizer(UIText.back) }
            }
        }
    }

    @HTMLBuilder
    private var errorSummary: HTML {
        if !problems.isEmpty {
            element(
                .section, .class("error-summary"), .id("errors"), Attribute(.tabindex, "-1"),
                Attribute(.ariaLabelledBy, "errors-title")
            ) {
                element(.h2, .id("errors-title")) {
                    PageIcon.warning.html
                    element(.span) { localizer(WebText.problemTitle) }
                }
                element(.ul) {
                    for field in problems {
                        element(.li) {
                            element(.a, .href(.fragment(FieldRenderer.id(field)))) {
                                field.label
                            }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder
    private var tasks: HTML {
        element(.div, .class("tasks"), .id("tasks")) {
            for task in content.progress {
                let id = DOMIdentifier.make("task", task.id)
                element(.div, .class("card task")) {
                    element(
                        .p, .class("progress-label"), .id(id), Attribute(.role, "status"),
                        Attribute(.dir, "auto")
                    ) { task.title }
                    ProgressBar(fraction: task.fraction, labelledBy: id).html
                    element(.p, .class("progress-detail")) {
                        localizer.number(task.completed)
                        if let total = task.total { " / \(localizer.number(total))" }
                    }
                }
            }
        }
    }

    /// Files need another encoding; all other forms are smaller without it.
    private var encoding: Attribute? {
        let hasFile = screen.fields.contains { field in
            if case .file = field.kind { true } else { false }
        }
        return hasFile ? Attribute(.enctype, "multipart/form-data") : nil
    }

    /// What Return does in a field: browsers press the first button of a form, wherever it stands.
    @HTMLBuilder
    private var defaultButton: HTML {
        if let action = screen.forms.flatMap(\.actions).first {
            element(
                .button, Attribute(.type, "submit"), .class("default-button"),
                Attribute(.form, ActionRenderer.formID), Attribute(.tabindex, "-1"),
                Attribute(.ariaHidden, "true"), Attribute(.name, FormNames.action),
                Attribute(.value, ActionRenderer.value(action, nil)))
        } else if !hasForm {
            SelectionRenderer(localizer: localizer, paths: session.paths).boxButton(screen)
        }
    }

    @HTMLBuilder
    private var phase: HTML {
        let renderer = PhaseRenderer(localizer: localizer)
        switch screen.phase {
        case .ready: HTML.none
        case .loading(let message): renderer.loading(message)
        case .empty(let message, let action):
            renderer.empty(message, action: action.flatMap { screen.action($0) })
        case .failed(let problem, let retry):
            renderer.failed(problem, retry: retry.flatMap { screen.action($0) })
        }
    }
}
