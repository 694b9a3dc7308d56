package import TenonCore
package import TenonUI

/// What every page needs to know beside its content.
package struct PageContext: Sendable {
    /// The session that a page belongs to.
    package struct SessionPart: Sendable {
        /// Its addresses.
        var paths: SessionPaths
        /// The token in its forms.
        var formToken: String
        /// After how many minutes without use it ends.
        var idleMinutes: Int
        /// How many seconds are left until it ends.
        var secondsLeft: Int

        /// Describes a session.
        package init(
            paths: SessionPaths, formToken: String, idleMinutes: Int = 30, secondsLeft: Int = 1800
        ) {
            self.paths = paths
            self.formToken = formToken
            self.idleMinutes = idleMinutes
            self.secondsLeft = secondsLeft
        }
    }

    /// The application.
    var application: ApplicationInfo
    /// How the product looks.
    var brand: Brand
    /// The person's language.
    var localizer: Localizer
    /// Light, dark, or as the system says.
    var scheme: Theme.Scheme
    /// Makes QR codes; `nil` where nothing does.
    var codes: (any QRCodeMaking)?
    /// The version in the paths of assets.
    var assetVersion: String
    /// The session; `nil` for pages outside any.
    var sessionPart: SessionPart?

    /// Makes a context.
    package init(
        application: ApplicationInfo, brand: Brand = .standard, localizer: Localizer,
        scheme: Theme.Scheme = .system, codes: (any QRCodeMaking)? = nil,
        assetVersion: String, sessionPart: SessionPart? = nil
    ) {
        self.application = application
        self.brand = brand
        self.localizer = localizer
        self.scheme = scheme
        self.codes = codes
        self.assetVersion = assetVersion
        self.sessionPart = sessionPart
    }

    func asset(_ asset: WebAsset) -> PageLink {
        .path(["assets", assetVersion, asset.rawValue])
    }
}

/// Everything that a page shows of a session at one moment.
package struct PageContent: Sendable {
    /// The screen.
    var screen: Screen
    /// The questions that wait for an answer, the oldest first.
    package var questions: [Question]
    /// What is wrong with the last answer to the first question.
    package var answerProblem: String?
    /// Passing messages, each with its own number.
    package var notices: [(id: Int, notice: Notice)]
    /// Tasks that are running.
    package var progress: [TaskProgress]
    /// Whether there is a screen to go back to.
    package var canGoBack: Bool
    /// What was typed into fields of tokens, by their ids.
    var tokenTexts: [String: String] = [:]

    /// Gathers a page's content.
    package init(
        screen: Screen, questions: [Question] = [], answerProblem: String? = nil,
        notices: [(id: Int, notice: Notice)] = [], progress: [TaskProgress] = [],
        canGoBack: Bool = false
    ) {
        self.screen = screen
        self.questions = questions
        self.answerProblem = answerProblem
        self.notices = notices
        self.progress = progress
        self.canGoBack = canGoBack
    }
}
