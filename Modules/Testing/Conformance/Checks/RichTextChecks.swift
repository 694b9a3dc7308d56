/// Texts lead where they say, people read when something was, and what is to be seen on an image.
enum RichTextChecks {
    static let all = [addresses, followed, moments, images]

    private static let addresses = ConformanceCheck(
        "the address of a part of a text is put out, and nothing is taken for markup"
    ) { conductor in
        try await conductor.start("richText")
        try await conductor.expect("Read more <b>about</b> it at", "the bee keepers")
        let all = try await conductor.driver.everything()
        guard DriverText.contains(all, RichTextSample.host) else {
            throw TestingError.unmet("\(RichTextSample.host) is put out", seen: all)
        }
    }

    private static let followed = ConformanceCheck(
        "parts of texts and facts, and people, lead to places of the application"
    ) { conductor in
        for (text, title) in [
            ("The long table", "Rows read by file"), ("#honey", "Strength as bars"),
            ("Grace Hopper", "Waiting for the disk"),
        ] {
            try await conductor.start("richText")
            try await conductor.expect(text)
            try await conductor.follow(text, see: title)
            try await conductor.driver.finish()
        }
    }

    private static let images = ConformanceCheck(
        "what is to be seen on an image is told, whether it comes or not"
    ) { conductor in
        for isNarrow in [false, true] {
            try await conductor.start("image", isNarrow: isNarrow)
            try await conductor.expect(
                "Two bees on a comb.", "A picture that was cut.", "A picture that is none.",
                "A picture that is gone.", "A picture that is far too large.",
                "The hive from above.")
            try await conductor.expect("Grace Hopper", "A full comb")
            try await conductor.driver.finish()
        }
    }

    private static let moments = ConformanceCheck(
        "a moment is told as people speak of it, in facts and on rows"
    ) { conductor in
        try await conductor.start("richText")
        try await conductor.expect("Built", "Jun 15, 2025", "Ida Rhodes")
        try await conductor.choose("Look after the bees")
        // Its words change while one looks.
        try await conductor.wait("the moment is told in a fact and on a row") { seen in
            ["2 minutes ago", "3 minutes ago"].contains { words in
                let text = DriverText.normalized(seen)
                return text.ranges(of: DriverText.normalized(words)).count >= 2
            }
        }
    }
}
