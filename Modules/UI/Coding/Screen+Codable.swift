import TenonCore

extension Screen {
    private enum Key: String, CodingKey {
        case location, title, summary, phase, blocks, actions, search, filters, parent, destinations
    }

    /// Decodes an object with a key for each property; recordings of earlier versions have no
    /// `filters` and no `destinations`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            location: try container.decode(Location.self, forKey: .location),
            title: try container.decode(String.self, forKey: .title),
            summary: try container.decode(String.self, forKey: .summary),
            phase: try container.decode(Phase.self, forKey: .phase),
            blocks: try container.decode([Block].self, forKey: .blocks),
            actions: try container.decode([Action].self, forKey: .actions),
            search: try container.decodeIfPresent(Search.self, forKey: .search),
            filters: try container.decodeIfPresent([Filter].self, forKey: .filters) ?? [],
            parent: try container.decodeIfPresent(Location.self, forKey: .parent),
            destinations: try container.decodeIfPresent(
                [Destination].self, forKey: .destinations) ?? [])
    }
}

extension Phase {
    private enum Key: String, CodingKey {
        case type, message, action, problem, retry
    }

    private enum Tag: String, Codable {
        case ready, loading, empty, failed
    }

    /// Decodes an object with the key `type`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Tag.self, forKey: .type) {
        case .ready:
            self = .ready
        case .loading:
            self = .loading(message: try container.decode(String.self, forKey: .message))
        case .empty:
            self = .empty(
                message: try container.decode(String.self, forKey: .message),
                action: try container.decodeIfPresent(String.self, forKey: .action))
        case .failed:
            self = .failed(
                try container.decode(Problem.self, forKey: .problem),
                retry: try container.decodeIfPresent(String.self, forKey: .retry))
        }
    }

    /// Encodes an object with the key `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .ready:
            try container.encode([.type: Tag.ready])
        case .loading(let message):
            try container.encode([.type: Tag.loading, .message: message])
        case .empty(let message, let action):
            try container.encode([.type: Tag.empty, .message: message, .action: action])
        case .failed(let problem, let retry):
            try container.encode([.type: Tag.failed, .problem: problem, .retry: retry])
        }
    }
}

extension Action.Availability {
    private enum Key: String, CodingKey {
        case type, reason
    }

    private enum Tag: String, Codable {
        case enabled, disabled
    }

    /// Decodes `{"type": "enabled"}` or `{"type": "disabled", "reason": …}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .enabled: .enabled
            case .disabled: .disabled(reason: try container.decode(String.self, forKey: .reason))
            }
    }

    /// Encodes an object with the key `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .enabled:
            try container.encode([.type: Tag.enabled])
        case .disabled(let reason):
            try container.encode([.type: Tag.disabled, .reason: reason])
        }
    }
}

extension Question.Kind {
    private enum Key: String, CodingKey {
        case type
    }

    private enum Tag: String, Codable {
        case alert, confirm, prompt
    }

    /// Decodes the question that `type` names from the same object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .type) {
            case .alert: .alert(try Alert(from: decoder))
            case .confirm: .confirm(try Confirmation(from: decoder))
            case .prompt: .prompt(try Prompt(from: decoder))
            }
    }

    /// Encodes the question with its `type` beside its own keys.
    public func encode(to encoder: any Encoder) throws {
        let (tag, question): (Tag, any Encodable) =
            switch self {
            case .alert(let alert): (.alert, alert)
            case .confirm(let confirmation): (.confirm, confirmation)
            case .prompt(let prompt): (.prompt, prompt)
            }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(tag, forKey: .type)
        try question.encode(to: encoder)
    }
}

extension SessionEvent: Codable {
    private enum Key: String, CodingKey {
        case event, screen, question, id, notice, progress
    }

    private enum Tag: String, Codable {
        case screen, covered, question, questionClosed, notice, undoClosed, progress, ended
    }

    /// Decodes an object whose key `event` says what happened.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self =
            switch try container.decode(Tag.self, forKey: .event) {
            case .screen: .screen(try container.decode(Screen.self, forKey: .screen))
            case .covered: .covered(try container.decode(Screen.self, forKey: .screen))
            case .question: .question(try container.decode(Question.self, forKey: .question))
            case .questionClosed: .questionClosed(try container.decode(String.self, forKey: .id))
            case .notice: .notice(try container.decode(Notice.self, forKey: .notice))
            case .undoClosed: .undoClosed(try container.decode(String.self, forKey: .id))
            case .progress: .progress(try container.decode(TaskProgress.self, forKey: .progress))
            case .ended: .ended
            }
    }

    /// Encodes an object whose key `event` says what happened.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .screen(let screen):
            try container.encode([.event: Tag.screen, .screen: screen])
        case .covered(let screen):
            try container.encode([.event: Tag.covered, .screen: screen])
        case .question(let question):
            try container.encode([.event: Tag.question, .question: question])
        case .questionClosed(let id):
            try container.encode([.event: Tag.questionClosed, .id: id])
        case .notice(let notice):
            try container.encode([.event: Tag.notice, .notice: notice])
        case .undoClosed(let id):
            try container.encode([.event: Tag.undoClosed, .id: id])
        case .progress(let progress):
            try container.encode([.event: Tag.progress, .progress: progress])
        case .ended:
            try container.encode([.event: Tag.ended])
        }
    }
}
