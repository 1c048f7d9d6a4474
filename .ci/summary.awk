# Reads JUnit XML reports, prints tests by module, failures and skipped tests with their reasons, and last the line
# "N passed, N failed, N skipped". Exit status 1 if any failed. A record is one tag, so that it does not matter how a report
# is broken into lines. With broken=1 the build itself failed, which counts as one failure. "skips" names the list of skips that are
# allowed (.ci/skips), "lacking" the packages that could not be installed; with strict=1 a skip that is not allowed is exit status 1, too.

BEGIN {
    failed = skipped = tests = 0
    readAllowed()
    RS = "<"
}

FNR == 1 {
    module = FILENAME
    sub(/^\.\//, "", module)
    sub(/\/target\/.*/, "", module)
    suite = FILENAME
    if (!sub(/.*\/TEST-/, "", suite) || !sub(/\.xml$/, "", suite)) {
        suite = ""
    }
}

/^testcase[ \t\n]/ {
    test = named(attribute("classname")) "." attribute("name")
    wantsReason = 0
    tests++
    testsOf[module]++
}

# A repeated test may have several of these: only the first counts.
/^(failure|error)[ \t\n>]/ && failedTest != test { failedTest = test; failed++; failedOf[module]++; failures[failed] = line() }

/^skipped[ \t\n>\/]/ && skippedTest != test { skippedTest = test; skipped++; skippedOf[module]++; skip(); next }

# JUnit writes what an assumption says into the body, with a stack trace.
wantsReason && /^!\[CDATA\[/ { reasons[skipped] = body(); wantsReason = 0 }

END {
    for (module in testsOf) {
        modules[++count] = module
    }
    sortModules()
    for (i = 1; i <= count; i++) {
        module = modules[i]
        printf "  %-24s %5d tests%s%s\n", module, testsOf[module], some(failedOf[module], "failed"), some(skippedOf[module], "skipped")
    }
    listSkips()
    list("Failed:", failures, failed)
    if (broken) {
        failed++
    }
    printf "\n%d passed, %d failed, %d skipped\n", tests - failed - skipped + broken, failed, skipped
    exit failed > 0 || (strict && forbidden > 0)
}

# A nested class of another one, such as a contract that several databases pass, does not tell which of them it was.
function named(class) {
    if (suite == "" || class == suite || index(class, suite "$") == 1 || suite == "python" || suite == "checks") {
        return class
    }
    sub(/.*\./, "", class)
    return suite " " class
}

function skip() {
    names[skipped] = test
    reasons[skipped] = attribute("message")
    wantsReason = reasons[skipped] == ""
}

function body(    text) {
    text = substr($0, 9)
    sub(/\n[ \t]+at .*/, "", text)
    sub(/]]>.*/, "", text)
    sub(/^[A-Za-z0-9_.$]+: /, "", text)
    sub(/^Assumption failed: /, "", text)
    return text
}

function listSkips(    i, text, unlisted, lines) {
    for (i = 1; i <= skipped; i++) {
        text = names[i] ": " oneLine(reasons[i])
        lines[i] = text
        if (!allowed(names[i], oneLine(reasons[i]))) {
            unlisted[++forbidden] = text
        }
    }
    list("Skipped:", lines, skipped)
    list("Skipped, and not allowed by .ci/skips" (strict ? ", which fails: make them run, or list them with their reason:" : ":"), unlisted, forbidden)
}

function readAllowed(    text, part) {
    while (skips != "" && (getline text < skips) > 0) {
        if (text !~ /^(#|$)/ && split(text, part, / \| /) == 3) {
            allowances++
            when[allowances] = part[1]
            testAllowed[allowances] = pattern(part[2])
            reasonAllowed[allowances] = pattern(part[3])
        }
    }
}

function allowed(name, reason,    i) {
    for (i = 1; i <= allowances; i++) {
        if ((when[i] == "always" || index(" " lacking " ", " " when[i] " ") > 0) && name ~ testAllowed[i] && reason ~ reasonAllowed[i]) {
            return 1
        }
    }
    return 0
}

# As a regular expression; "*" stands for anything.
function pattern(text,    i, c, result) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "*") {
            result = result ".*"
        } else if (c ~ /[A-Za-z0-9_ ]/) {
            result = result c
        } else {
            result = result (c == "^" || c == "\\" ? "\\" c : "[" c "]")
        }
    }
    return "^" result "$"
}

function attribute(name,    start, rest) {
    start = index($0, " " name "=\"")
    if (start == 0) {
        return ""
    }
    rest = substr($0, start + length(name) + 3)
    return plain(substr(rest, 1, index(rest, "\"") - 1))
}

function plain(text) {
    gsub(/&#10;|&#xA;|&#xa;/, "\n", text)
    gsub(/&lt;/, "<", text)
    gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text)
    gsub(/&apos;/, "'", text)
    gsub(/&amp;/, "\\&", text)
    return text
}

function line(    reason) {
    reason = attribute("message")
    if (reason == "") {
        reason = attribute("type")
    }
    return test ": " bothEnds(joined(reason))
}

# What a failed command printed stands before what was expected of it.
function bothEnds(text) {
    return length(text) <= 600 ? text : substr(text, 1, 200) " ... " substr(text, length(text) - 394)
}

function oneLine(text) {
    return substr(joined(text), 1, 300)
}

function joined(text) {
    sub(/^\n+/, "", text)
    gsub(/[ \t\r]*\n[ \t\r\n]*/, " ", text)
    sub(/ +$/, "", text)
    return text == "" ? "no reason given" : text
}

function some(number, what) {
    return number > 0 ? ", " number " " what : ""
}

function list(title, lines, number,    i) {
    if (number > 0) {
        printf "\n%s\n", title
    }
    for (i = 1; i <= number; i++) {
        printf "  %s\n", lines[i]
    }
}

function sortModules(    i, j, swap) {
    for (i = 2; i <= count; i++) {
        for (j = i; j > 1 && modules[j - 1] > modules[j]; j--) {
            swap = modules[j]
            modules[j] = modules[j - 1]
            modules[j - 1] = swap
        }
    }
}
