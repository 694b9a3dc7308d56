# A first day with Wallet, as a person would type it. What is asked is answered from files.
#
# Variables: REPOSITORY, TENON_PROGRAMS (the built programs), FORGE and REGISTRY (servers on loopback
# that want alice's password). Ends at the first command that does not do what is said beside it.
set -euo pipefail

# What was typed, and what to know, goes to the transcript wherever the output of a command goes.
exec 3>&1

step() { printf '\n== %s\n' "$*" >&3; }
run() {
    printf '$ %s\n' "$*" >&3
    "$@"
}
fail() {
    printf 'NOT SO: %s\n' "$*" >&3
    exit 1
}

# The command fails with this status.
refused() {
    local expected=$1 status=0
    shift
    printf '$ %s\n' "$*" >&3
    "$@" || status=$?
    [[ $status == "$expected" ]] || fail "exit status $status instead of $expected"
}

# Standard input has this text.
has() {
    local text
    text=$(cat)
    printf '%s\n' "$text" >&3
    grep -qF -- "$1" <<<"$text" || fail "no “$1”"
}

step 'Install'
run "$REPOSITORY/tools/install" --prefix "$HOME/.local"
export PATH="$HOME/.local/bin:$PATH"
run wallet --version

step 'Create'
run wallet init --recovery-code-file recovery.txt
run wallet agent status | has unlocked

# From here on nobody is asked for the passphrase: the agent has the vault unlocked.
unset WALLET_PASSPHRASE_FILE

step 'Import from three programs'
run wallet import firefox.csv --yes
run wallet import bitwarden.json --yes
run wallet import keepassxc.csv --yes
run wallet list
[[ $(wallet list --plain | wc -l) == 6 ]] || fail 'six items'

step 'Search'
run wallet list zoo | has zoo.example.net
run wallet show 'Bank of Examples' | has erika

step 'Copy'
run wallet copy zoo 2>copied
has 'history of the clipboard' <copied
[[ $(xclip -selection clipboard -out) == 'zoo-pässwörd' ]] || fail 'the password is on the clipboard'

step 'One-time password'
run wallet otp mail >code
grep -qxE '[0-9]{6}' code || fail 'six digits'
secret=JBSWY3DPEHPK3PXP
[[ $(cat code) == $(oathtool --totp -b $secret) || $(wallet otp mail) == $(oathtool --totp -b $secret) ]] ||
    fail 'the code of oathtool'

step 'Card'
run wallet add card --issuer 'My bank' --holder 'Erika Beispiel' --expiry 12/40 --number-file number
run wallet list --kind card | has '···· 1111'

step 'Audit'
refused 1 wallet audit --json >audit.json
jq -e '.counts.reused == 2' audit.json >/dev/null || fail 'a reused password'

step 'Clone over HTTP'
run wallet add --title Forge --site "$FORGE" --user-name alice --password-file forge-password
git config --global credential.helper wallet
GIT_TERMINAL_PROMPT=0 run git clone --quiet "$FORGE/demo.git" work
run git -C work log --oneline | has First

step 'Docker'
mkdir -p "$DOCKER_CONFIG" && echo '{"credsStore":"wallet"}' >"$DOCKER_CONFIG/config.json"
if command -v docker >/dev/null; then
    run docker login --username alice --password-stdin "$REGISTRY" <registry-password |
        has 'Login Succeeded'
else
    echo 'Docker is not installed: what it would tell its helper is told by hand.'
    jq -n --arg url "$REGISTRY" --rawfile secret registry-password \
        '{ServerURL: $url, Username: "alice", Secret: $secret}' | run docker-credential-wallet store
fi
run wallet list --tag docker | has alice

step 'Lock'
run wallet lock
refused 64 wallet list

step 'Unlock in the browser'
wallet-web --web-no-open >page 2>page-messages &
page=$!
trap 'kill -9 $page 2>/dev/null || true' EXIT
# Time: the pause between two looks.
for _ in {1..3000}; do grep -q http page && break; sleep 0.1; done
run node "$REPOSITORY/Tests/Apps/first-day/unlock.mjs" "$(grep -oE 'http://[^ ]+' page | head -n 1)" passphrase |
    has 'All items'
run wallet list --kind card | has 'My bank'

step 'Back up'
export WALLET_PASSPHRASE_FILE=$PWD/passphrase
run wallet vault backup "$PWD/backup.db"

step 'Restore on a second machine'
first=$WALLET_HOME
export WALLET_HOME=$PWD/second
run wallet vault restore "$PWD/backup.db" --yes
run wallet list --kind card | has 'My bank'
run wallet show zoo --field password | has 'zoo-pässwörd'

step 'Export to KeePass'
run wallet export keepass wallet.kdbx --password-file keepass-password
QT_QPA_PLATFORM=offscreen run keepassxc-cli ls -q -R wallet.kdbx <keepass-password | has 'My bank'
QT_QPA_PLATFORM=offscreen keepassxc-cli show -q -s -a Password wallet.kdbx zoo.example.net \
    <keepass-password >exported
[[ $(cat exported) == 'zoo-pässwörd' ]] || fail 'the password in the exported file'

step 'At the end'
export WALLET_HOME=$first
run wallet vault check
run wallet lock
run wallet agent stop
echo 'All done.'
