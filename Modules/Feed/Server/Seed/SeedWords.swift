/// The words that people and posts of the demonstration are made of.
enum SeedWords {
    /// The people: 60 of them.
    static let names = [
        "Ada", "Amir", "Ana", "Anneke", "Aiko", "Bela", "Bruno", "Chidi", "Clara", "Daria", "Davi",
        "Dilan", "Elif", "Emil", "Esra", "Farid", "Fiona", "Gustavo", "Hana", "Hugo", "Ida",
        "Ines", "Ivo", "Jana", "João", "Jun", "Kaya", "Kofi", "Lara", "Leon", "Lina", "Lucas",
        "Maja", "Malik", "Mara", "Mateo", "Mila", "Nadia", "Nils", "Noor", "Oda", "Omar", "Paula",
        "Pedro", "Quinn", "Rafael", "Rosa", "Sami", "Selma", "Sven", "Tara", "Thiago", "Tove",
        "Uma", "Vera", "Viktor", "Wanda", "Yara", "Yusuf", "Zoe",
    ]
    static let families = [
        "Almeida", "Berg", "Costa", "Demir", "Eriksen", "Ferreira", "Haddad", "Ito", "Jansen",
        "Kovacs", "Lindqvist", "Mensah", "Novak", "Okafor", "Petrov", "Quint", "Ribeiro", "Sato",
        "Tanaka", "Weber",
    ]
    static let times = [
        "Early in the day,", "Late in the day,", "On the first morning,", "At noon,",
        "After the rain,", "Before the storm,",
        "In the last light,", "With cold fingers,", "Half asleep,", "On the way home,",
    ]
    static let things = [
        "the hills were blue", "the lake lay still", "the sun stood low", "a whole valley woke up",
        "the water turned to silver", "three ridges and no wind", "the shore was ours",
        "the sky did most of the work", "nothing moved but the light", "the clouds made way",
    ]
    static let places = [
        "above Innsbruck", "near Ouro Preto", "on Senja", "by the Bosphorus", "in the Alentejo",
        "outside Kyoto", "in the Serra da Canastra", "along the Elbe", "on Hokkaido",
        "in the Drakensberg",
    ]
    static let hashtags = [
        "landscape", "sunrise", "sunset", "hills", "water", "silence", "hiking", "winter", "summer",
        "film",
    ]
    static let answers = [
        "How did you get there?", "The light!", "I can almost hear the water.", "Lovely.",
        "Which lens was that?", "I was there last year, in fog.", "Take me along next time.",
        "This goes on my wall.",
    ]
    /// Hostile text: escape sequences that set the colour and title of a terminal, and bidirectional overrides
    /// and isolates.
    static let traps = " \u{1B}[31m\u{1B}]0;trap\u{07} \u{202E}txet\u{202C} \u{2066}\u{2067}"
    static let seen = [
        "Hills under a wide sky, the sun above them.", "A lake in front of three ridges.",
        "A low sun beside dark hills, with water below.", "Layers of hills that fade upwards.",
    ]
}
