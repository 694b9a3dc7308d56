# A first evening with one vault on several machines, as a person would type it. Each machine is a home
# of its own with an agent of its own; what is asked is answered from files.
#
# Variables: TENON_PROGRAMS (the built programs), PASSPHRASE (a file), PORT (for the server). Ends at the
# first command that does not do what is said beside it.
set -euo pipefail

# What was typed, and what to know, goes to the transcript wherever the output of a command goes.
exec 3>&1
export PATH="$TENON_PROGRAMS:$PATH"
readonly folder=$PWD/shared
machines=()
server=

step() { printf '\n== %s\n' "$*" >&3; }
fail() {
    printf 'NOT SO: %s\n' "$*" >&3
    exit 1
}

# Standard input has this text.
has() {
    local text
    text=$(cat)
    printf '%s\n' "$text" >&3
    grep -qF -- "$1" <<<"$text" || fail "no “$1”"
}

# wallet on a machine, in whose home it has its folders and its agent.
quietly_on() {
    local home=$PWD/$1
    shift
    HOME=$home WALLET_HOME=$home/vault XDG_RUNTIME_DIR=$home/run wallet "$@"
}
on() {
    printf '%s$ wallet %s\n' "$1" "${*:2}" >&3
    quietly_on "$@"
}

machine() {
    mkdir -m 700 "$1" "$1/run"
    machines+=("$1")
}

# The machine has this password in the login with this title.
password() { [[ $(quietly_on "$1" show "$2" --json --reveal | jq -r .password) == "$3" ]]; }

# A condition comes true by itself: within seconds, or minutes on a busy machine.
soon() {
    for ((turn = 0; turn < 1200; turn++)); do
        if "$@"; then return; fi
        # Time: the pause between two looks.
        sleep 0.5
    done
    fail "soon: $*"
}
# A machine is in this state; the exit status says whether that is a good one.
is() { grep -q "^$2" <<<"$(quietly_on "$1" sync status --plain)"; }
knows() { quietly_on "$1" sync devices --plain | grep -q "^$2"; }

# Lets a machine in: the code of one is typed on the other.
invite() {
    quietly_on "$1" sync invite >code
    on "$2" sync join --code-file code --name "$2" --passphrase-file "$PASSPHRASE"
    soon is "$2" in-step
    soon knows "$1" "$2"
}

serve() {
    mkfifo address
    wallet-sync --listen "127.0.0.1:$PORT" --database "$PWD/server/sync.db" >address 2>>server.log &
    server=$!
    read -r address <address
    rm address
}

end() {
    for name in "${machines[@]}"; do quietly_on "$name" agent stop >/dev/null 2>&1 || true; done
    if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
}
trap end EXIT

step 'Two machines and a folder'
mkdir -m 700 "$folder"
machine desk
machine laptop
on desk init --recovery-code-file recovery.txt --passphrase-file "$PASSPHRASE"
on desk unlock --passphrase-file "$PASSPHRASE"
echo one | on desk add login --title bank --site https://bank.example --user-name ada --password-file -
on desk sync set-up folder "$folder" --name desk
invite desk laptop
password laptop bank one || fail 'the laptop has the password'
echo two | on laptop edit bank --password-file -
soon password desk bank two

step 'A server instead'
serve
for name in laptop desk; do on "$name" sync leave --yes; done
on desk sync set-up server "$address" --name desk
invite desk laptop
[[ $(quietly_on laptop list --plain | wc -l) == 1 ]] || fail 'nothing is there twice'

step 'A third machine'
machine phone
invite desk phone
soon knows laptop phone
if on laptop sync status >status.txt; then fail 'the exit status tells of a new machine'; fi
has 'phone is new: desk let it in' <status.txt
on laptop sync devices | has '(new)'
if quietly_on laptop sync devices | grep -q '(new)'; then fail 'a person has looked'; fi
password phone bank two || fail 'the phone has the password'

step 'Edits while the server is away, on all three'
kill "$server"
wait "$server" || true
echo desk | on desk edit bank --password-file -
echo laptop | on laptop edit bank --password-file -
on phone edit bank --user-name lovelace
echo four | on phone add login --title shop --password-file -
soon is phone offline
serve
for name in desk laptop phone desk laptop; do on "$name" sync now; done

step 'A conflict'
for name in desk laptop phone; do
    on "$name" sync now
    quietly_on "$name" show bank --json | jq -e '.userName == "lovelace"' >/dev/null || fail 'the user name of the phone'
    password "$name" shop four || fail 'the login of the phone'
    quietly_on "$name" sync conflicts | has bank
done
on desk sync conflicts bank --keep desk
for name in desk laptop phone; do
    on "$name" sync now
    password "$name" bank desk || fail "$name has the value that was kept"
    [[ -z $(quietly_on "$name" sync conflicts --plain) ]] || fail 'no conflict is left'
done
quietly_on phone history bank --json --reveal | jq -e 'tostring | contains("\"laptop\"")' >/dev/null ||
    fail 'the other value is among the former ones'

step 'A file in an item'
seq 1 300000 >numbers
on desk attachment add bank numbers
for name in desk laptop; do
    on "$name" sync now
    on "$name" attachment get bank numbers --output "$name.copy"
    cmp numbers "$name.copy"
done

step 'A machine that is lost, a new key, and a recovery sheet'
echo 'seven new words for the same vault' >new-passphrase
on desk sync remove phone --new-key --yes --passphrase-file "$PASSPHRASE" \
    --new-passphrase-file new-passphrase
on desk sync recovery-sheet sheet.txt --yes --passphrase-file new-passphrase
soon is phone '\(attention\|taken-out\)'
quietly_on phone agent stop
echo stolen | on phone edit bank --password-file - --passphrase-file "$PASSPHRASE"
on laptop sync now
password laptop bank desk || fail 'what the lost machine changes counts nowhere'
for name in desk laptop; do on "$name" agent stop; done

step 'Nothing is left but the sheet'
machine fresh
on fresh sync join --recovery sheet.txt --name fresh --new-passphrase-file "$PASSPHRASE" --yes
soon is fresh in-step
password fresh bank desk || fail 'the new machine has the password'
password fresh shop four || fail 'and everything else'
on fresh attachment get bank numbers --output fresh.copy
cmp numbers fresh.copy
for name in desk laptop; do on fresh sync remove "$name" --yes; done
on fresh sync devices | has fresh
on fresh sync check

step 'What the server has of it'
for word in lovelace bank.example 'https://bank' "$(cat "$PASSPHRASE")"; do
    if grep -rqaF -- "$word" server server.log; then fail "$word is on the server"; fi
done
echo 'All done.' >&3
