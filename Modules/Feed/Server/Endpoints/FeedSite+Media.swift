import TenonCore
import TenonNetworking

extension FeedSite {
    /// The largest picture that is taken, in bytes.
    static let longestPicture = 8 << 20

    /// Pictures that are sent.
    var media: [Endpoint] {
        [
            endpoint(
                "POST", "/api/v2/media", .person("write:media"),
                bodyLimit: Self.longestPicture + Self.longestForm, quota: uploads
            ) { try await receive($0) },
            endpoint("GET", "/api/v1/media/{id}", .person("write:media")) { call in
                let media = try await own(call)
                guard media.state != .failed else {
                    throw Refused(status: 422, message: "Error processing media")
                }
                return try await reply(media, call, status: media.state == .ready ? 200 : 206)
            },
            endpoint("PUT", "/api/v1/media/{id}", .person("write:media")) { [store] call in
                var changed = try await own(call)
                guard changed.post == 0 else { throw Refused.missing }
                try Self.describe(&changed, call.values)
                let media = changed
                try await store.write { try $0.update(media) }
                return try await reply(media, call)
            },
        ]
    }

    private func own(_ call: FeedCall) async throws -> MediaRecord {
        let id = try call.name()
        guard let media = try await store.read({ try $0.media(id) }),
            media.account == call.visitor.account
        else { throw Refused.missing }
        return media
    }

    private func reply(
        _ media: MediaRecord, _ call: FeedCall, status: Int = 200
    ) async throws -> ServedReply {
        try await store.read { records in
            let json = FeedJSON(records: records, base: call.base, viewer: call.visitor.account)
            return FeedCall.reply(json.media(media), status: status)
        }
    }

    private static func describe(_ media: inout MediaRecord, _ values: FormValues) throws {
        if let description = values["description"] {
            guard description.count <= 1_500 else {
                throw Refused.invalid("Description is too long")
            }
            media.description = description
        }
        if let focus = values["focus"] {
            let parts = focus.split(separator: ",").compactMap { Double($0) }
            guard parts.count == 2, parts.allSatisfy({ (-1...1).contains($0) }) else {
                throw Refused.invalid("Focus is invalid")
            }
            media.focus = (
                Int64((parts[0] * 10_000).rounded()), Int64((parts[1] * 10_000).rounded())
            )
        }
    }

    /// Takes a picture, and looks at it later, as servers do.
    private func receive(_ call: FeedCall) async throws -> ServedReply {
        guard let file = call.values.file else {
            throw Refused.invalid("File can't be blank")
        }
        guard file.type == "image/png" else {
            throw Refused.invalid("File content type is invalid")
        }
        let time = now()
        var described = MediaRecord(id: 0, account: call.visitor.account, state: .waiting)
        try Self.describe(&described, call.values)
        let draft = described
        let media = try await store.write { records in
            var media = draft
            media.id = try records.newName(at: time)
            try records.add(media, content: file.bytes)
            return media
        }
        let (store, delay) = (store, processingTime)
        Task {
            try await Task.sleep(for: delay)
            let bitmap = Bitmap(png: file.bytes)
            let hash = bitmap.map { Blurhash.text(of: $0.reduced(to: 32)) }
            try await store.write { records in
                guard var media = try records.media(media.id) else { return }
                media.state = bitmap == nil ? .failed : .ready
                media.width = Int64(bitmap?.width ?? 0)
                media.height = Int64(bitmap?.height ?? 0)
                media.blurhash = hash ?? ""
                try records.update(media)
            }
        }
        return try await reply(media, call, status: 202)
    }

    // MARK: - Files

    /// The pictures themselves; they are painted when somebody asks.
    var pictures: [Endpoint] {
        [
            Endpoint("GET", "/pictures/people/{file}") { request in
                try Self.painted(request) { $0.portrait(side: 160) }
            },
            Endpoint("GET", "/pictures/wide/{file}") { request in
                try Self.painted(request) { $0.header(width: 900) }
            },
            Endpoint("GET", "/pictures/{id}/small.png") { request in
                try await file(request.parameters["id"], side: 400)
            },
            Endpoint("GET", "/pictures/{file}") { request in
                try await file(Self.stem(request), side: .max)
            },
        ]
    }

    private static func stem(_ request: ServedRequest) -> String? {
        guard let file = request.parameters["file"], file.hasSuffix(".png") else { return nil }
        return String(file.dropLast(".png".count))
    }

    private static func painted(
        _ request: ServedRequest, _ paint: (Painting) -> Bitmap
    ) throws -> ServedReply {
        guard let number = stem(request).flatMap({ Int64($0) }), (1...1_000).contains(number),
            let png = paint(Painting(number: number * 7)).png()
        else { throw ProblemDocument.noPicture }
        return picture(png)
    }

    private static func picture(_ png: [UInt8]) -> ServedReply {
        ServedReply(
            type: "image/png", fields: [("Cache-Control", "public, max-age=86400")], body: png)
    }

    private func file(_ name: String?, side: Int) async throws -> ServedReply {
        guard let id = name.flatMap({ Int64($0) }),
            let media = try await store.read({ try $0.media(id) }), media.state == .ready
        else { throw ProblemDocument.noPicture }
        if media.painting >= 0 {
            guard let png = Painting(number: media.painting).painted(side: side).png() else {
                throw ProblemDocument.noPicture
            }
            return Self.picture(png)
        }
        let content = try await store.read { try $0.content(of: id) }
        guard side < .max else { return Self.picture(content) }
        guard let png = Bitmap(png: content)?.reduced(to: side).png() else {
            throw ProblemDocument.noPicture
        }
        return Self.picture(png)
    }
}

extension ProblemDocument {
    fileprivate static let noPicture = ProblemDocument(
        404, "no-picture", "No such picture", detail: "The server has no picture at this path.")
}
