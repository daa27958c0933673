#!/usr/bin/env bash
# Run all tests again and again, each time in another order, some of the times with all cores busy with
# something else, and say how it went. Ends with 0 if every run did.
#
#   tests/again.sh RUNS BUSY [pytest's arguments ...]
#
# BUSY of the RUNS, spread evenly, share the machine with one endless loop for each core. FIRST=7 begins with
# the order 7 instead of 1; run N of two such series with the same FIRST shuffles alike.
set -uo pipefail
cd "$(dirname "$0")/.."
runs=${1:-20} busy=${2:-5}
shift $(($# < 2 ? $# : 2))
python=${PYTHON:-.venv/bin/python}
first=${FIRST:-1}
logs=$(mktemp -d)
burning=()
failed=()

rest() {
    if [ ${#burning[@]} -gt 0 ]; then
        kill "${burning[@]}" 2>/dev/null
        wait "${burning[@]}" 2>/dev/null
    fi
    burning=()
}
trap rest EXIT
trap 'exit 130' INT TERM

for ((run = 1; run <= runs; run++)); do
    how=""
    if ((run * busy / runs > (run - 1) * busy / runs)); then
        how=", all cores busy"
        for ((core = 0; core < $(nproc); core++)); do
            (while :; do :; done) &
            burning+=($!)
        done
    fi
    seed=$((first + run - 1))
    start=$SECONDS
    if "$python" -m pytest --randomly-seed=$seed "$@" >"$logs/$run.log" 2>&1; then
        verdict=passed
    else
        verdict=FAILED
        failed+=("$seed")
    fi
    rest
    echo "run $run of $runs, SEED=$seed$how: $verdict in $((SECONDS - start)) s: $(tail -n 1 "$logs/$run.log")"
    [ $verdict = passed ] || grep -E "^(FAILED|ERROR)" "$logs/$run.log"
done

echo "$((runs - ${#failed[@]})) of $runs runs passed${failed[*]:+; failed: SEED=${failed[*]}; logs in $logs}"
[ ${#failed[@]} -eq 0 ] && rm -r "$logs"
