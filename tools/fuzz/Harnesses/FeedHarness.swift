import FeedAPI
import FeedMarkup
import TenonCore
import TenonNetworking
import TenonOAuth
import TenonUI

/// Links are read whatever stands there, and those that are written again are the same.
func checkFeedLinks(_ bytes: UnsafeRawBufferPointer) {
    let header = LinkHeader(String(decoding: bytes, as: UTF8.self))
    precondition(header.links.count <= 64)
    let text = header.links.map { link in
        let relations = link.relations.map {
            $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        }
        return "<\(link.target)>; rel=\"\(relations.joined(separator: " "))\""
    }.joined(separator: ", ")
    precondition(LinkHeader(text) == header)
}

/// Events are the same however a stream is cut.
func checkFeedEvents(_ bytes: UnsafeRawBufferPointer) {
    var whole = ServerSentEventReader()
    var parts = ServerSentEventReader()
    guard let events = try? whole.take(bytes) else { preconditionFailure("It is not that long.") }
    var others: [ServerSentEvent] = []
    for byte in bytes { others += (try? parts.take(CollectionOfOne(byte))) ?? [] }
    precondition(events == others)
    precondition(whole.lastID == parts.lastID && whole.retry == parts.retry)
    for event in events {
        precondition(!event.type.isEmpty && !event.lastID.contains("\n"))
        _ = FeedEvent(event)
    }
}

/// What is read has names that are one part of a path, and values within their bounds.
func checkFeedModels(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONReader.read(bytes, replacingHalves: true),
        let members = try? Members(value)
    else { return }
    if let post = try? Post(members) {
        precondition(!post.id.text.isEmpty && post.id.text != "..")
        precondition(post.likes >= 0 && post.answers >= 0)
        for media in post.media {
            precondition(abs(media.focus.x) <= 1 && abs(media.focus.y) <= 1)
            precondition(media.size.map { $0.width > 0 && $0.height > 0 } ?? true)
        }
        precondition((try? Post(members)) == post)
    }
    _ = try? Account(members)
    _ = try? Relationship(members)
    _ = try? FeedNotification(members)
    _ = try? ReadingMarkers(members)
    _ = try? Findings(members)
    _ = try? Conversation(members)
    if let instance = try? Instance(members) {
        precondition(instance.limits.textLength > 0 && instance.limits.media > 0)
    }
}

/// What HTML says is harmless text, and leads to the web alone.
func checkFeedMarkup(_ bytes: UnsafeRawBufferPointer) {
    let html = String(decoding: bytes, as: UTF8.self)
    for paragraph in HTMLText.paragraphs(of: html) {
        precondition(!paragraph.isEmpty)
        for span in paragraph {
            precondition(!span.text.isEmpty && HarmlessText.lines(span.text) == span.text)
            switch span.link {
            case .address(let address):
                precondition(address.hasPrefix("http://") || address.hasPrefix("https://"))
                precondition(!HarmlessText.isNeeded(for: address))
            case .location: preconditionFailure("It is a place of the application.")
            case nil: break
            }
        }
    }
    precondition(!HTMLText.line(of: html).contains(where: \.isNewline))
}

/// Nothing that a server says about itself leads to another origin, and no answer is taken for one that
/// belongs to another question.
func checkOAuth(_ bytes: UnsafeRawBufferPointer) {
    guard let address = try? WebAddress("https://example.org"),
        let token = try? address.resolving("/token")
    else { preconditionFailure("The address is one.") }
    if let server = try? AuthorizationServer(reading: Array(bytes), of: address) {
        for place in [server.authorization, server.token, server.revocation ?? address] {
            precondition(place.hasOrigin(of: address))
        }
    }
    let request = AuthorizationRequest(
        to: AuthorizationServer(authorization: address, token: token),
        client: ClientIdentity("app"), redirect: "http://127.0.0.1/", scopes: [])
    precondition((try? request.code(inQuery: String(decoding: bytes, as: UTF8.self))) == nil)
    _ = request.code(typed: SecretText(utf8: bytes))
}
