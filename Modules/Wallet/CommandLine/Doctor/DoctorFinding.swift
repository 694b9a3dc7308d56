import TenonCore

/// What a look at one thing found.
struct DoctorFinding {
    /// What can be looked at.
    enum Subject: String, Encodable, CaseIterable {
        case program
        case libraries
        case memoryLock = "memory-lock"
        case dumps
        case swap
        case language
        case dataFolder = "data-folder"
        case stateFolder = "state-folder"
        case configuration
        case vault
        case backup
        case clipboard
        case links
        case gpg
        case runtimeFolder = "runtime-folder"
        case agent
        case git
        case docker
        case pinentry
        case browser
    }

    /// How good it is.
    enum Status: String, Encodable, CaseIterable {
        /// As it should be.
        case ok
        /// Not there, or not as good as it could be; most people can do without.
        case note
        /// Something does not work, or is not safe.
        case problem

        /// The word for people.
        var word: Sentence {
            switch self {
            case .ok: "ok"
            case .note: "note"
            case .problem: "problem"
            }
        }
    }

    /// What was looked at; the raw values are stable names.
    let name: Subject
    let status: Status
    /// What was found.
    let detail: Sentence
    /// What to do; empty when there is nothing to do.
    let remedy: Sentence

    static func fine(_ name: Subject, _ detail: Sentence) -> DoctorFinding {
        DoctorFinding(name: name, status: .ok, detail: detail, remedy: "")
    }

    static func hint(_ name: Subject, _ detail: Sentence, _ remedy: Sentence) -> DoctorFinding {
        DoctorFinding(name: name, status: .note, detail: detail, remedy: remedy)
    }

    static func wrong(_ name: Subject, _ detail: Sentence, _ remedy: Sentence) -> DoctorFinding {
        DoctorFinding(name: name, status: .problem, detail: detail, remedy: remedy)
    }
}
